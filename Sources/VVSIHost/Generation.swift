/// A build of a plugin that is loaded and may become the live one.
public struct Generation: Sendable {
  /// The plugin's name.
  public var plugin: String
  /// Rises with every build of the plugin and is never used twice.
  public var number: Int
  /// Where it came from, as the user gave it.
  public var path: String
  /// The generation that a rollback would lead back to; nil if there is none.
  public var previous: Int?
  /// Its features, in the order registered.
  public var providers: [any FeatureProvider]
  /// What was looked at before it was loaded.
  public var vetting: Vetting
  /// What the build took so far.
  public var stages: [Reload.Stage]
  /// What the compiler warned of.
  public var diagnostics: [Diagnostic]

  /// Makes a generation.
  public init(
    plugin: String, number: Int, path: String, providers: [any FeatureProvider],
    vetting: Vetting = Vetting(), stages: [Reload.Stage] = [], diagnostics: [Diagnostic] = []
  ) {
    self.vetting = vetting
    self.plugin = plugin
    self.number = number
    self.path = path
    self.providers = providers
    self.stages = stages
    self.diagnostics = diagnostics
  }

  var features: [String] { providers.map(\.description.id) }
}

/// How a generation takes over from the one before.
public struct Takeover: Sendable, Equatable {
  /// What becomes of actions that still run on the generation before.
  public enum Drain: String, Sendable, CaseIterable {
    /// They have a moment to settle. After that they go on, and what they commit is dropped, counted and shown.
    case drop
    /// The switch waits for them, within the grace.
    case wait
  }

  /// Whether the state is given up and the features begin anew.
  public var resetsState: Bool
  /// What becomes of actions that still run.
  public var drain: Drain
  /// How long running calls and actions of the generation before are waited for, and how long their late reports are
  /// counted, in seconds.
  public var grace: Double

  /// How long actions have to settle before the switch, in seconds: the grace, or a moment that nobody notices.
  var patience: Double { drain == .wait ? grace : min(grace, 0.05) }

  /// Makes the terms of a takeover.
  public init(resetsState: Bool = false, drain: Drain = .drop, grace: Double = 2) {
    self.resetsState = resetsState
    self.drain = drain
    self.grace = grace
  }
}
