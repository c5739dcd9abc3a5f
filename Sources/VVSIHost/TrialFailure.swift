/// A plugin that did not come through being tried in a process of its own.
public struct TrialFailure: Error, Sendable, Equatable, Codable {
  /// What was done with it, in this order.
  public enum Step: Sendable, Equatable, Codable {
    /// The system's loader maps the library and runs its constructors.
    case load
    /// Its entry point and its start run.
    case start
    /// An instance of a feature is made, asked for its state, and ended.
    case create(feature: String)
    /// A state of an older generation is migrated.
    case migrate(feature: String)
  }

  /// How the process ended.
  public enum Ending: Sendable, Equatable, Codable {
    /// By a signal.
    case crashed(signal: Int32)
    /// By an exit of the plugin's own.
    case exited(status: Int32)
    /// By the host, after so many seconds.
    case timedOut(seconds: Double)
    /// It never began, for the system's reason.
    case impossible(reason: String)
  }

  /// What was being done at the end.
  public var step: Step
  /// How the process ended.
  public var ending: Ending
  /// The beginning of what the plugin printed.
  public var output: String

  /// Describes how a trial failed.
  public init(step: Step, ending: Ending, output: String = "") {
    self.step = step
    self.ending = ending
    self.output = output
  }
}
