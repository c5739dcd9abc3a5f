extension Scanner {
  /// A number; only its form is checked, its value is nobody's concern yet.
  mutating func scanNumber() throws(JSONError) {
    let start = position
    if base[position] == UInt8(ascii: "-") { position += 1 }
    guard position < count, isDigit(base[position]) else { throw unexpected("a digit") }
    if base[position] == UInt8(ascii: "0") {
      position += 1
      if position < count, isDigit(base[position]) {
        throw failure("invalid_json", "a number without leading zeros", "one with", at: start)
      }
    } else {
      skipDigits()
    }
    let isComplex = try scanFraction()
    append(.number, offset: start, count: position - start, isComplex: isComplex)
  }

  @inline(__always)
  private mutating func scanFraction() throws(JSONError) -> Bool {
    guard position < count else { return false }
    let isFraction = base[position] == UInt8(ascii: ".")
    if isFraction {
      position += 1
      try scanDigits()
    }
    guard position < count, base[position] | 0x20 == UInt8(ascii: "e") else { return isFraction }
    position += 1
    if position < count, base[position] == UInt8(ascii: "+") || base[position] == UInt8(ascii: "-")
    {
      position += 1
    }
    try scanDigits()
    return true
  }

  private mutating func scanDigits() throws(JSONError) {
    guard position < count, isDigit(base[position]) else { throw unexpected("a digit") }
    skipDigits()
  }

  @inline(__always)
  private mutating func skipDigits() {
    while position < count, isDigit(base[position]) { position &+= 1 }
  }
}

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool {
  byte &- UInt8(ascii: "0") < 10
}
