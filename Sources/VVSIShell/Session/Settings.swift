public import VVSIHost

/// How a shell begins and how long it waits.
public struct Settings: Sendable, Equatable {
  /// The plugins to load at the start, in order.
  public var plugins: [String]
  /// What is wrong with the configuration; told before anything is loaded.
  public var problems: [PluginError]
  /// How hosts before this one came to their end; told before anything is loaded.
  public var crashes: [Crash]
  /// Whether saving rebuilds from the start on.
  public var watches: Bool
  /// How long a line waits for its action to settle, in seconds.
  ///
  /// The end of a script waits as long for what still runs.
  public var waitSeconds: Double
  /// In how many seconds at most one state of an instance is shown, always the last one; 0 if all are.
  public var statesEverySeconds: Double

  /// Makes settings; the defaults load nothing and wait half a minute.
  public init(
    plugins: [String] = [], problems: [PluginError] = [], crashes: [Crash] = [],
    watches: Bool = false,
    waitSeconds: Double = 30, statesEverySeconds: Double = 0
  ) {
    self.plugins = plugins
    self.problems = problems
    self.crashes = crashes
    self.watches = watches
    self.waitSeconds = waitSeconds
    self.statesEverySeconds = statesEverySeconds
  }
}
