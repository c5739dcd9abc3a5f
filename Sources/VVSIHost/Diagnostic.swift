/// One message of a compiler.
public struct Diagnostic: Sendable, Equatable, Codable {
  /// How grave a message is, gravest first.
  public enum Severity: String, Sendable, CaseIterable, Codable {
    case error
    case warning
    case note
    case remark
  }

  /// How grave it is.
  public var severity: Severity
  /// The file as the compiler named it; empty if it named none.
  public var file: String
  /// From 1; 0 if unknown.
  public var line: Int
  /// From 1, in UTF-8 code units as compilers count; 0 if unknown.
  public var column: Int
  /// One line.
  public var message: String
  /// The line of source that it is about; empty if unknown.
  public var source: String

  /// Makes a diagnostic.
  public init(
    severity: Severity, file: String, line: Int, column: Int, message: String, source: String
  ) {
    self.severity = severity
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.source = source
  }
}
