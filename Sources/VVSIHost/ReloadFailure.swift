/// A new generation that did not go live.
public struct ReloadFailure: Sendable, Equatable {
  /// The plugin's name.
  public var plugin: String
  /// The generation that stays; 0 if there is none.
  public var generation: Int
  /// Why.
  public var error: PluginError

  /// Makes a record of a failed reload.
  public init(plugin: String, generation: Int, error: PluginError) {
    self.plugin = plugin
    self.generation = generation
    self.error = error
  }

  /// The stage that failed: `build`, `check`, `load`, `create` or `carry`.
  public var stage: String {
    switch error {
    case .nothingToBuild, .buildFailed, .buildImpossible, .invalidManifest, .notBuiltHere: "build"
    case .missing, .unreadable, .notALibrary, .wrongMachine, .cutOff, .notTrusted, .notPinned,
      .pinMismatch:
      "check"
    case .createFailed: "create"
    case .carryFailed, .featuresLost: "carry"
    default: "load"
    }
  }

  /// What the compiler said, errors first; empty for other stages.
  public var diagnostics: [Diagnostic] {
    if case .buildFailed(_, let diagnostics) = error { diagnostics } else { [] }
  }
}
