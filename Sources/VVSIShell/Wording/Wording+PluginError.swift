import VVSIHost

extension Wording {
  /// Why a plugin could not be loaded, built, reloaded or found.
  static func message(_ error: PluginError) -> String {
    switch error {
    case .missing(_, let near):
      near.isEmpty ? error.reason : "\(error.reason); is it \(list(near))?"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .unreadable, .notALibrary, .loaderRefused, .refusedToStart: error.reason
    case .wrongMachine: "\(error.reason); build it for this one"
    case .notTrusted(let path, let culprit, let reason):
      "\(path) is not loaded: \(notTrusted(path, culprit, reason)), or name it under \"trusted\" in "
        + "the configuration"
    case .setupNotTrusted(let path, let culprit, let reason):
      "\(path) is not used, so that no plugin is loaded: \(notTrusted(path, culprit, reason)); the "
        + "configuration cannot except itself"
    case .withoutConfiguration(let path, let configuration):
      "\(path) is not loaded: \(configuration) says what may be, and cannot be used; correct it, "
        + "then start again"
    case .notPinned(let plugin, let lock):
      "\(plugin) is not in \(lock), and only what is pinned there is loaded; vvsi pin PATH adds it"
    case .pinMismatch(let plugin, let path, let expected, let found):
      "\(path) is not what \(plugin) is pinned to: expected SHA-256 \(list(expected)), found "
        + "\(found); vvsi pin PATH pins it as it is now"
    case .cutOff(let path, let expected, let found):
      "\(path) is cut off: expected \(bytes(expected)), found \(bytes(found)); build or copy it again"
    case .undefinedSymbol: "\(error.reason); link it into the plugin"
    case .noEntryPoint:
      "\(error.reason); functions of plain C need a manifest, in a folder of sources a feature.json"
    case .abiMismatch: "\(error.reason); build the plugin with this host's SDK"
    case .noSandbox(let plugin, let program):
      "\(plugin) cannot be put into a sandbox: expected \(program) in PATH, found none; install "
        + "bubblewrap, or remove \"sandbox\" from the configuration"
    case .trialFailed(let path, let failure):
      "\(path) \(message(failure)), in a process of its own; it is not loaded here; correct it, or "
        + "see vvsi check \(path)"
    default: registrationMessage(error)
    }
  }

  private static func registrationMessage(_ error: PluginError) -> String {
    switch error {
    case .invalidFeature, .invalidManifest: error.reason
    case .duplicateFeature(let id, let plugin, let owner) where plugin == owner:
      "\(plugin) registers the feature '\(id)' twice"
    case .duplicateFeature(let id, let plugin, let owner):
      "\(plugin) has a feature '\(id)', which \(owner) has already; :unload \(owner) or change the id"
    case .alreadyLoaded(let plugin, let path):
      "a plugin named '\(plugin)' is loaded already, from \(path); :reload \(plugin)"
    case .createFailed(let feature, let fault): "\(feature) cannot be made: \(message(fault))"
    case .unknownPlugin(let name, let known) where known.isEmpty:
      "no plugin '\(name)': none is loaded; :load PATH"
    case .unknownPlugin(let name, let known):
      "no plugin '\(name)'" + suggestion(name, among: known, "plugins")
    default: buildMessage(error)
    }
  }

  private static func buildMessage(_ error: PluginError) -> String {
    switch error {
    case .nothingToBuild(let path):
      "\(path) holds nothing to build: expected Swift or C files, or a plugin.json; found none"
    case .buildFailed(let plugin, let diagnostics): buildFailed(plugin, diagnostics)
    case .buildImpossible(let plugin, let reason, let remedy):
      "\(plugin) cannot be built: \(reason)\(remedy.isEmpty ? "" : "; \(remedy)")"
    case .featuresLost(let plugin, let features):
      "the new \(plugin) lacks \(list(features)), which has instances; "
        + ":close them, or :reload \(plugin) --reset"
    case .carryFailed(let plugin, let feature, let fault):
      "the state of \(feature) has no place in the new \(plugin): "
        + "\(message(fault)); :reload \(plugin) --reset gives the state up"
    case .noPreviousGeneration(let plugin): "\(plugin) has no earlier generation to go back to"
    case .notQuarantined(let plugin):
      "plugin '\(plugin)' is not in quarantine; there is nothing to retry"
    case .notBuiltHere(let plugin):
      "\(plugin) was loaded as a library and has no sources to build; :unload \(plugin), then :load it"
    default: importMessage(error)
    }
  }

  private static func importMessage(_ error: PluginError) -> String {
    switch error {
    case .noLibrary(_, _, let near):
      error.reason + (near.isEmpty ? "; install it, or give its path" : "; is it '\(list(near))'?")
    case .nothingToImport(let header, let prefixes, let remarks):
      if remarks.isEmpty {
        prefixes.isEmpty
          ? "\(header) declares no functions itself; name those that it includes with --functions PREFIX"
          : "\(header) declares no function that begins with \(prefixes.joined(separator: " or "))"
      } else {
        "nothing that \(header) declares can be typed safely; "
          + "write the manifest of what you need by hand"
      }
    default: error.code
    }
  }

  private static func notTrusted(_ path: String, _ culprit: String, _ reason: Distrust) -> String {
    let (who, remedy) =
      switch reason {
      case .owner(let user): ("belongs to user \(user)", "make it yours")
      case .group(let group): ("can be written to by group \(group)", "chmod g-w \(culprit)")
      case .everyone: ("can be written to by everyone", "chmod o-w \(culprit)")
      }
    return "\(culprit == path ? "it" : culprit) \(who); \(remedy)"
  }

  private static func buildFailed(_ plugin: String, _ diagnostics: [Diagnostic]) -> String {
    let errors = diagnostics.filter { $0.severity == .error }
    guard let first = errors.first ?? diagnostics.first else {
      return "\(plugin) does not compile"
    }
    let more =
      errors.count > 1 ? " (and \(Figures.count(errors.count - 1, "more error"))" + ")" : ""
    return "\(plugin) does not compile: \(headline(first))\(more)"
  }

  /// `List.swift:3:5: cannot find 'x'`.
  static func headline(_ diagnostic: Diagnostic) -> String {
    let place = location(diagnostic)
    return place.isEmpty ? diagnostic.message : "\(place): \(diagnostic.message)"
  }

  /// `List.swift:3:5`, as far as it is known.
  static func location(_ diagnostic: Diagnostic) -> String {
    guard !diagnostic.file.isEmpty else { return "" }
    guard diagnostic.line > 0 else { return diagnostic.file }
    let place = "\(diagnostic.file):\(diagnostic.line)"
    return diagnostic.column > 0 ? "\(place):\(diagnostic.column)" : place
  }

  /// A failure in a plugin's own words, with the place that it is about.
  static func message(_ fault: Fault) -> String { place(fault.path) + fault.message }
}
