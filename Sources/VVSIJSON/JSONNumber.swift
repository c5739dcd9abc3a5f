/// A JSON number, exact: the literal as it was written.
public struct JSONNumber: Hashable, Sendable {
  /// The literal, as RFC 8259 has it.
  public let literal: String

  init(literal: String) {
    self.literal = literal
  }
}
