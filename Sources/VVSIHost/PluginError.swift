/// Why a plugin could not be loaded, built, reloaded or found.
///
/// The cases hold facts; the shell words them. Paths are as the user gave them.
public enum PluginError: Error, Sendable, Equatable, Codable {
  /// There is no file or folder at the path; `near` names similar ones beside it.
  case missing(path: String, near: [String])
  /// The file or folder cannot be read, for the system's reason.
  case unreadable(path: String, reason: String)
  /// The file cannot be written, for the system's reason.
  case unwritable(path: String, reason: String)
  /// The file is no dynamic library, but what `found` says: empty, a text, another format.
  case notALibrary(path: String, found: String)
  /// Others can write to what is at the path, or to a folder above it: `culprit`.
  case notTrusted(path: String, culprit: String, Distrust)
  /// Others can write to the configuration, or to what pins plugins, or to a folder above it: `culprit`.
  case setupNotTrusted(path: String, culprit: String, Distrust)
  /// Whether what is at the path may be loaded is for the configuration to say, which cannot be used.
  case withoutConfiguration(path: String, configuration: String)
  /// Plugins are pinned, and this one is not.
  case notPinned(plugin: String, lock: String)
  /// What is at the path is not what the plugin is pinned to, by SHA-256.
  case pinMismatch(plugin: String, path: String, expected: [String], found: String)
  /// The library is for another kind of machine.
  case wrongMachine(path: String, expected: String, found: String)
  /// The library says that it is longer than the file.
  case cutOff(path: String, expected: Int, found: Int)
  /// The library needs a symbol that nothing offers.
  case undefinedSymbol(path: String, symbol: String)
  /// The system's loader refused the library, in its own words.
  case loaderRefused(path: String, reason: String)
  /// The library does not export the entry point.
  case noEntryPoint(path: String, symbol: String)
  /// Host and plugin do not agree on the boundary; `subject` is what they differ in.
  case abiMismatch(path: String, subject: String, expected: String, found: String)
  /// The library did not come through being tried in a process of its own.
  case trialFailed(path: String, TrialFailure)
  /// The plugin's process is to be put into a sandbox, and there is no program that makes one.
  case noSandbox(plugin: String, program: String)
  /// The plugin's entry point or its start refused to go on.
  case refusedToStart(path: String)
  /// What a plugin registered is against the rules of the boundary.
  case invalidFeature(plugin: String, feature: String, reason: String)
  /// Another plugin has a feature with this id already.
  case duplicateFeature(id: String, plugin: String, owner: String)
  /// A plugin of this name is loaded already, from `path`.
  case alreadyLoaded(plugin: String, path: String)
  /// The feature could not make its first instance or its state.
  case createFailed(feature: String, Fault)
  /// No plugin of this name is loaded.
  case unknownPlugin(String, known: [String])
  /// A folder holds nothing that a plugin could be built from.
  case nothingToBuild(path: String)
  /// The compiler refused the sources.
  case buildFailed(plugin: String, diagnostics: [Diagnostic])
  /// The build did not work for another reason: no compiler, no space, a time limit.
  case buildImpossible(plugin: String, reason: String, remedy: String)
  /// A manifest or the configuration is malformed at `at` (RFC 6901 pointer, or line and column).
  case invalidManifest(path: String, at: String, expected: String, found: String)
  /// The new generation lacks features that have instances.
  case featuresLost(plugin: String, features: [String])
  /// The state of an instance has no place in the new generation.
  case carryFailed(plugin: String, feature: InstanceName, Fault)
  /// There is no generation to go back to.
  case noPreviousGeneration(plugin: String)
  /// The plugin is not in quarantine.
  case notQuarantined(plugin: String)
  /// The plugin was not built from sources, so that it cannot be built again.
  case notBuiltHere(plugin: String)
  /// No library of this name can be loaded; `near` names similar ones that are installed.
  case noLibrary(String, tried: [String], near: [String])
  /// Nothing that a header declares can be taken into a manifest, each function for its reason.
  case nothingToImport(header: String, prefixes: [String], remarks: [String])

  /// The stable code, in snake_case.
  public var code: String {
    switch self {
    case .missing: "not_found"
    case .unreadable: "unreadable"
    case .unwritable: "unwritable"
    case .notALibrary, .cutOff: "not_a_library"
    case .notTrusted, .setupNotTrusted, .withoutConfiguration: "not_trusted"
    case .notPinned: "not_pinned"
    case .pinMismatch: "pin_mismatch"
    case .wrongMachine: "wrong_machine"
    case .undefinedSymbol, .loaderRefused, .refusedToStart, .createFailed: "load_failed"
    case .trialFailed: "trial_failed"
    case .noSandbox: "no_sandbox"
    case .noEntryPoint: "no_entry_point"
    case .abiMismatch: "abi_mismatch"
    case .invalidFeature: "invalid_feature"
    case .duplicateFeature: "duplicate_feature"
    case .alreadyLoaded: "already_loaded"
    case .unknownPlugin: "unknown_plugin"
    case .nothingToBuild: "nothing_to_build"
    case .buildFailed: "build_failed"
    case .buildImpossible: "build_impossible"
    case .invalidManifest: "invalid_manifest"
    case .featuresLost: "features_lost"
    case .carryFailed: "carry_failed"
    case .noPreviousGeneration: "no_previous_generation"
    case .notQuarantined: "not_quarantined"
    case .notBuiltHere: "not_built_here"
    case .noLibrary: "no_library"
    case .nothingToImport: "nothing_to_import"
    }
  }
}
