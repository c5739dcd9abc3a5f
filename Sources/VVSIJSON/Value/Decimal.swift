/// A decimal number of any size in its one normal form: 0.d₁d₂d₃… × 10^exponent, d₁ and the last digit not zero.
struct Decimal: Hashable {
  private(set) var isNegative = false
  private(set) var digits: [UInt8] = []
  /// Stops at the ends of a range that no computer can write out.
  private(set) var exponent = 0

  private static let farthest = 1 << 56

  /// The value of a literal that is known to be one.
  init(_ literal: String) {
    var point: Int?
    var units = literal.utf8[...]
    if units.first == UInt8(ascii: "-") {
      isNegative = true
      units.removeFirst()
    }
    while let unit = units.popFirst(), unit | 0x20 != UInt8(ascii: "e") {
      if unit == UInt8(ascii: ".") {
        point = digits.count
      } else {
        digits.append(unit &- UInt8(ascii: "0"))
      }
    }
    exponent = (point ?? digits.count) + Decimal.exponent(units)
    normalize()
  }

  private static func exponent(_ units: Substring.UTF8View) -> Int {
    var value = 0
    for unit in units where isDigit(unit) {
      value = min(value * 10 + Int(unit &- UInt8(ascii: "0")), farthest)
    }
    return units.first == UInt8(ascii: "-") ? -value : value
  }

  private mutating func normalize() {
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    exponent -= zeros
    while digits.last == 0 { digits.removeLast() }
    guard digits.isEmpty else { return }
    exponent = 0
    isNegative = false
  }

  var isZero: Bool { digits.isEmpty }

  /// Whether there is nothing behind the point.
  var isInteger: Bool { digits.count <= exponent || digits.isEmpty }

  /// The value, if it is an integer that fits.
  func integer<T: FixedWidthInteger>() -> T? {
    guard isInteger, exponent <= 40 else { return nil }
    var value: T = 0
    for position in 0..<exponent {
      let digit = T(position < digits.count ? digits[position] : 0)
      let (shifted, first) = value.multipliedReportingOverflow(by: 10)
      let (sum, second) =
        isNegative
        ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
      guard !first, !second else { return nil }
      value = sum
    }
    return value
  }
}

extension Decimal: Comparable {
  static func < (left: Decimal, right: Decimal) -> Bool {
    guard left.isNegative == right.isNegative else { return left.isNegative }
    return left.isNegative ? right.isNearerToZero(than: left) : left.isNearerToZero(than: right)
  }

  private func isNearerToZero(than other: Decimal) -> Bool {
    guard !digits.isEmpty, !other.digits.isEmpty else { return !other.digits.isEmpty }
    guard exponent == other.exponent else { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
