/// What came of trying a library in a process of its own.
public struct Verdict: Sendable, Equatable, Codable {
  /// What came of it.
  public enum Outcome: Sendable, Equatable, Codable {
    /// It loads; each of its features was made and ended.
    case passed(features: [String])
    /// It was refused in good order.
    case refused(PluginError)
    /// It took its process down, or did not come to an end.
    case failed(TrialFailure)
  }

  /// The plugin's name.
  public var plugin: String
  /// The library's path.
  public var path: String
  /// What came of it.
  public var outcome: Outcome
  /// How long the trial took.
  public var milliseconds: Double

  /// What the plugin noted for its next start, by name.
  public var notes: [String: String]

  /// Whether the library may be loaded.
  public var hasPassed: Bool { if case .passed = outcome { true } else { false } }

  /// Makes a verdict.
  public init(
    plugin: String, path: String, outcome: Outcome, milliseconds: Double,
    notes: [String: String] = [:]
  ) {
    self.plugin = plugin
    self.path = path
    self.outcome = outcome
    self.milliseconds = milliseconds
    self.notes = notes
  }
}
