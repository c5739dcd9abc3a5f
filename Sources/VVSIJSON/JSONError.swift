/// Why a text is no JSON, or no value of the type wanted.
public struct JSONError: Error, Equatable, Sendable {
  /// `invalid_json`, `invalid_payload`, `unknown_action`, `unknown_field`, `missing_field`, `too_deep` or `too_large`.
  public var code: String
  /// An RFC 6901 pointer to the place; empty for the whole text.
  public var path: String
  /// From 1; 0 if there is no text.
  public var line: Int
  /// From 1, in UTF-8 code units; 0 if there is no text.
  public var column: Int
  /// What would have been right, in a few words.
  public var expected: String
  /// What is there instead, in a few words.
  public var found: String

  /// Makes an error.
  public init(
    code: String, path: String, line: Int, column: Int, expected: String, found: String
  ) {
    self.code = code
    self.path = path
    self.line = line
    self.column = column
    self.expected = expected
    self.found = found
  }
}
