extension PluginError {
  /// Why a plugin could not be loaded, in a line without advice; for what could not be tried at all, the code.
  package var reason: String {
    switch self {
    case .missing(let path, _): "no file or folder at \(path)"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .notALibrary(let path, let found):
      "\(path) is no dynamic library: expected an ELF or Mach-O library, found \(found)"
    case .cutOff(let path, let expected, let found):
      "\(path) is cut off: expected \(expected) bytes, found \(found)"
    case .wrongMachine(let path, let expected, let found):
      "\(path) is for another machine: expected \(expected), found \(found)"
    case .undefinedSymbol(let path, let symbol):
      "\(path) needs the symbol '\(symbol)', which nothing offers"
    case .loaderRefused(let path, let reason): "the system cannot load \(path): \(reason)"
    case .noEntryPoint(let path, let symbol):
      "\(path) is no plugin: expected an exported function '\(symbol)', found none"
    case .abiMismatch(let path, let subject, let expected, let found):
      "\(path) does not fit this host in its \(subject): expected \(expected), found \(found)"
    case .refusedToStart(let path): "\(path) refused to start"
    case .invalidFeature(let plugin, let feature, let reason):
      "\(plugin) registers the feature '\(feature)' against the rules: \(reason)"
    case .invalidManifest(let path, let place, let expected, let found):
      "\(path)\(place.isEmpty ? "" : " at \(place)"): expected \(expected), found \(found)"
    case .noLibrary(let name, let tried, _):
      "no library '\(name)' can be loaded; tried \(tried.joined(separator: ", "))"
    default: code
    }
  }
}
