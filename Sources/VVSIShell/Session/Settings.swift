public import VVSIHost

/// How a shell begins and how long it waits.
public struct Settings: Sendable {
  /// Loads what there is to load at the start; what it returns are the problems met, which the shell tells.
  public var startUp: @Sendable () async -> [PluginError]
  /// Whether saving rebuilds from the start on.
  public var watches: Bool
  /// How long a line waits for its action to settle, in seconds; the end of a script waits as long for what still runs.
  public var waitSeconds: Double

  /// Makes settings; the defaults load nothing and wait half a minute.
  public init(
    watches: Bool = false, waitSeconds: Double = 30,
    startUp: @escaping @Sendable () async -> [PluginError] = { [] }
  ) {
    self.watches = watches
    self.waitSeconds = waitSeconds
    self.startUp = startUp
  }
}
