/// A JSON number, exact: the literal as it was written.
///
/// Numbers are equal if they have the same value: `1`, `1.0` and `10e-1`.
public struct JSONNumber: Hashable, Sendable {
  /// The literal, as RFC 8259 has it.
  public let literal: String

  init(literal: String) {
    self.literal = literal
  }

  /// Makes a number of any integer.
  public init(_ value: some BinaryInteger) {
    literal = value.description
  }

  /// Makes a number with the fewest digits that give the same `Double` back; nil for infinities and NaN.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    literal = shortest(value)
  }

  /// The value, if it is an integer that fits.
  public var int64: Int64? {
    Int64(literal) ?? Decimal(literal).integer()
  }

  /// The value, if it is an integer that fits.
  public var uint64: UInt64? {
    UInt64(literal) ?? Decimal(literal).integer()
  }

  /// The nearest `Double`, which is an infinity if the value is out of reach.
  public var double: Double {
    Double(literal) ?? .nan
  }

  /// Compares the values.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    ExactString(left.literal) == ExactString(right.literal)
      || Decimal(left.literal) == Decimal(right.literal)
  }

  /// Feeds what equality looks at.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Decimal(literal))
  }
}

/// The shortest literal of a finite number, without a fraction if it is whole.
func shortest(_ value: some BinaryFloatingPoint & LosslessStringConvertible) -> String {
  let text = value.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension JSONNumber: Comparable {
  /// Compares the values.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    Decimal(left.literal) < Decimal(right.literal)
  }
}
