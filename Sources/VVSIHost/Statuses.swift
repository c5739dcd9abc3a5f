/// An instance's last committed state and what is going on in it.
public struct Snapshot: Sendable, Equatable {
  /// How many commits there were; 0 is the first state.
  public var version: UInt64
  /// The state: a JSON text.
  public var state: [UInt8]
  /// How many actions wait.
  public var waiting: Int
  /// How many actions run or have not settled.
  public var running: Int

  /// Makes a snapshot.
  public init(version: UInt64, state: [UInt8], waiting: Int, running: Int) {
    self.version = version
    self.state = state
    self.waiting = waiting
    self.running = running
  }
}

/// A loaded feature.
public struct FeatureStatus: Sendable, Equatable {
  /// What the feature says of itself.
  public var description: FeatureDescription
  /// The plugin that holds it.
  public var plugin: String
  /// The plugin's live generation.
  public var generation: Int
  /// Its open instances, first to last.
  public var instances: [InstanceName]

  /// Makes a status.
  public init(
    description: FeatureDescription, plugin: String, generation: Int, instances: [InstanceName]
  ) {
    self.description = description
    self.plugin = plugin
    self.generation = generation
    self.instances = instances
  }
}

/// A loaded plugin.
public struct PluginStatus: Sendable, Equatable {
  /// The plugin's name.
  public var name: String
  /// Its live generation.
  public var generation: Int
  /// Where it came from, as the user gave it.
  public var path: String
  /// The ids of its features, in the order registered.
  public var features: [String]
  /// How many of its actions wait or run.
  public var running: Int
  /// Where its code runs.
  public var residence: Residence
  /// What was looked at before it was loaded.
  public var vetting: Vetting

  /// Makes a status.
  public init(
    name: String, generation: Int, path: String, features: [String], running: Int,
    residence: Residence = .host, vetting: Vetting = Vetting()
  ) {
    self.residence = residence
    self.vetting = vetting
    self.name = name
    self.generation = generation
    self.path = path
    self.features = features
    self.running = running
  }
}
