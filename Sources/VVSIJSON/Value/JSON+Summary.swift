extension JSON {
  /// The value in a few words, for errors: small ones as they are written, others by their kind.
  public var summary: String {
    switch self {
    case .null, .bool: text()
    case .number(let number): shortened(number.literal)
    case .string(let string): quoted(string)
    case .array(let elements): elements.isEmpty ? "an empty array" : "an array"
    case .object(let object): object.isEmpty ? "an empty object" : "an object"
    }
  }
}

/// A string in quotes, shortened where it is long.
func quoted(_ string: String) -> String {
  JSON.string(shortened(string)).text()
}

private func shortened(_ text: String) -> String {
  text.count > 40 ? text.prefix(37) + "…" : text
}
