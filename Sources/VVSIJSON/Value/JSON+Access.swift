extension JSON {
  /// The string, or nil if this is none.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The truth value, or nil if this is none.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, or nil if this is none.
  public var numberValue: JSONNumber? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The number as an integer, or nil if this is none that `Int` holds exactly.
  public var intValue: Int? {
    numberValue?.int64.flatMap(Int.init(exactly:))
  }

  /// The elements, or nil if this is no array.
  public var arrayValue: [JSON]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members, or nil if this is no object.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The value of a member, or nil if this is no object or has none of this name.
  public subscript(name: String) -> JSON? {
    objectValue?[name]
  }

  /// An element, or nil if this is no array or is too short.
  public subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
