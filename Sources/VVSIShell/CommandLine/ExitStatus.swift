/// What the process tells the one who started it.
public enum ExitStatus: Int32, Sendable, Comparable, CaseIterable {
  /// All well.
  case success = 0
  /// An action was rejected or failed.
  case actionFailed = 1
  /// The command line or a command was not understood.
  case usage = 2
  /// A plugin failed to load or crashed.
  case pluginFailed = 3
  /// The user interrupted.
  case interrupted = 130
  /// Nobody reads the output any more.
  case outputClosed = 141
  /// The system asked for an end.
  case terminated = 143

  /// The graver status is the greater one.
  public static func < (one: ExitStatus, other: ExitStatus) -> Bool {
    one.rawValue < other.rawValue
  }
}
