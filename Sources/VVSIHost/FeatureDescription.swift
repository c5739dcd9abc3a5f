public import VVSIJSON

/// What a feature says of itself.
public struct FeatureDescription: Sendable, Equatable {
  /// Its id, such as `list`.
  public var id: String
  /// The style that it is written in: `vvsi`, `vip`, `intent`, `synchronous`, `c`; may be empty.
  public var style: String
  /// One line for people; may be empty.
  public var summary: String
  /// The JSON Schema (2020-12) of its actions; `.null` if it has none.
  public var actionSchema: JSON
  /// The JSON Schema (2020-12) of its state; `.null` if it has none.
  public var stateSchema: JSON
  /// The JSON Schema (2020-12) of its notifications; `.null` if it has none.
  public var notificationSchema: JSON
  /// Names the state's schema: equal for equal schemas.
  public var fingerprint: String

  /// Makes a description.
  public init(
    id: String, style: String, summary: String, actionSchema: JSON, stateSchema: JSON,
    notificationSchema: JSON, fingerprint: String
  ) {
    self.id = id
    self.style = style
    self.summary = summary
    self.actionSchema = actionSchema
    self.stateSchema = stateSchema
    self.notificationSchema = notificationSchema
    self.fingerprint = fingerprint
  }
}

extension FeatureDescription {
  /// Whether a text can be a feature's id.
  package static func isValid(id: String) -> Bool {
    guard let first = id.utf8.first, (0x61...0x7A).contains(first), id.utf8.count <= 64 else {
      return false
    }
    return id.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
    }
  }
}
