/// Where a plugin's code runs, and how it fares there.
public enum Residence: Sendable, Equatable {
  /// In the host's own process.
  case host
  /// In a process of its own.
  case process(Tenancy)

  /// Why a plugin has a process of its own.
  public enum Cause: String, Sendable {
    /// Its manifest, the configuration or the command line asks for it.
    case asked
    /// What is loaded took a host down before.
    case crash
  }

  /// How a process of its own fares.
  public struct Tenancy: Sendable, Equatable {
    /// The process's number; nil while none runs.
    public var process: Int32?
    /// How often it ended without being asked to, since this generation was loaded.
    public var crashes: Int
    /// Whether it is not started again until a new build or a retry.
    public var isQuarantined: Bool
    /// Why there is one.
    public var cause: Cause

    /// Makes a report on a process.
    public init(
      process: Int32?, crashes: Int = 0, isQuarantined: Bool = false, cause: Cause = .asked
    ) {
      self.cause = cause
      self.process = process
      self.crashes = crashes
      self.isQuarantined = isQuarantined
    }
  }
}

/// Where a manifest asks for its plugin to run.
package enum Isolation: String, CaseIterable {
  /// Wherever the host puts it.
  case none
  /// In a process of its own.
  case process
}

/// What was looked at before a generation was loaded.
public struct Vetting: Sendable, Equatable {
  /// Whether its libraries came through a trial in a process apart.
  public var isTried: Bool
  /// Whether its content is what it is pinned to.
  public var isPinned: Bool

  /// Makes a record of what was looked at.
  public init(isTried: Bool = false, isPinned: Bool = false) {
    self.isTried = isTried
    self.isPinned = isPinned
  }
}
