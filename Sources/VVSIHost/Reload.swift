/// A new generation that went live.
public struct Reload: Sendable, Equatable {
  /// The plugin's name.
  public var plugin: String
  /// The generation that is live now.
  public var generation: Int
  /// How many instances were carried over.
  public var carried: Int
  /// What could not be carried, by instance, path and reason.
  public var dropped: [Dropped]
  /// How many actions were still running on the generation before.
  public var stale: Int
  /// How long each stage took, in seconds, in the order in which they ran.
  public var stages: [Stage]
  /// What the compiler warned of.
  public var diagnostics: [Diagnostic]

  /// Makes a record of a reload.
  public init(
    plugin: String, generation: Int, carried: Int, dropped: [Dropped], stale: Int, stages: [Stage],
    diagnostics: [Diagnostic] = []
  ) {
    self.plugin = plugin
    self.generation = generation
    self.carried = carried
    self.dropped = dropped
    self.stale = stale
    self.stages = stages
    self.diagnostics = diagnostics
  }

  /// A part of a state that the new type has no place for.
  public struct Dropped: Sendable, Equatable {
    /// Whose state it was.
    public var feature: InstanceName
    /// An RFC 6901 pointer into the old state.
    public var path: String
    /// Why, in a few words.
    public var reason: String

    /// Makes a record of a dropped part.
    public init(feature: InstanceName, path: String, reason: String) {
      self.feature = feature
      self.path = path
      self.reason = reason
    }
  }

  /// One timed stage of a reload.
  public struct Stage: Sendable, Equatable {
    /// `compile`, `link`, `load` or `carry`.
    public var name: String
    /// Wall-clock seconds.
    public var seconds: Double

    /// Makes a timed stage.
    public init(name: String, seconds: Double) {
      self.name = name
      self.seconds = seconds
    }
  }
}
