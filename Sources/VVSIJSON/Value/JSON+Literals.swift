extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Makes `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

  /// Makes a number, or `null` of a literal that no `Double` holds.
  public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSON.number) ?? .null }

  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// Makes an object; of equal names the last value counts.
  public init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(JSONObject(members.lazy.map { (name: $0.0, value: $0.1) }))
  }
}
