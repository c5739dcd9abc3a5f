/// A failure in a plugin's own words.
public struct Fault: Error, Sendable, Equatable, Codable {
  /// Stable and in snake_case.
  public var code: String
  /// An RFC 6901 pointer into the JSON text concerned; empty for all of it.
  public var path: String
  /// One line.
  public var message: String

  /// Makes a fault.
  public init(code: String, path: String = "", message: String) {
    self.code = code
    self.path = path
    self.message = message
  }

  /// A state that is longer than the host keeps.
  package static func tooLarge(_ bytes: Int, limit: Int) -> Fault {
    Fault(
      code: "too_large", message: "a state of \(bytes) bytes, where at most \(limit) are kept")
  }
}
