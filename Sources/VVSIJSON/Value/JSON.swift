/// A JSON value (RFC 8259).
///
/// Two values are equal if they say the same: numbers by value, strings by their Unicode scalars (no
/// normalization), objects whatever the order of their members.
public enum JSON: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, as exact as it was written.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object.
  case object(JSONObject)

  /// Compares two values.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): ExactString(left) == ExactString(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Feeds what equality looks at.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(ExactString(value))
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}
