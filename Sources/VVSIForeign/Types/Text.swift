import VVSIJSON

/// JSON text, written where it is needed.
extension [UInt8] {
  mutating func append(literal text: String) {
    append(contentsOf: text.utf8)
  }

  mutating func append(number: UInt64) {
    var value = number
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var first = 20
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
        value /= 10
      } while value != 0
      append(contentsOf: digits[first...])
    }
  }

  /// A string in quotes, escaped.
  mutating func append(quoted text: String) {
    append(contentsOf: JSON.string(text).bytes())
  }

  /// The string that ends at a NUL, or null where there is none.
  mutating func append(string: UnsafePointer<CChar>?) {
    guard let string else {
      append(literal: "null")
      return
    }
    append(quoted: String(cString: string))
  }
}
