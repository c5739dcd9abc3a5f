import VVSIHost

extension PluginError {
  /// Why a plugin's process could not load it, in a line.
  var reason: String {
    switch self {
    case .missing(let path, _): "there is no file at \(path)"
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .notALibrary(let path, let found): "\(path) is no dynamic library: it is \(found)"
    case .cutOff(let path, let expected, let found):
      "\(path) is cut off: expected \(expected) bytes, found \(found)"
    case .wrongMachine(let path, let expected, let found):
      "\(path) is for another machine: expected \(expected), found \(found)"
    case .undefinedSymbol(let path, let symbol):
      "\(path) needs the symbol '\(symbol)', which nothing offers"
    case .loaderRefused(let path, let reason): "the system cannot load \(path): \(reason)"
    case .noEntryPoint(let path, let symbol): "\(path) does not export '\(symbol)'"
    case .abiMismatch(let path, let subject, let expected, let found):
      "\(path) does not fit in its \(subject): expected \(expected), found \(found)"
    case .refusedToStart(let path): "\(path) refused to start"
    case .invalidFeature(_, let feature, let reason):
      "its feature '\(feature)' is against the rules: \(reason)"
    case .invalidManifest(let path, let place, let expected, let found):
      "\(path)\(place.isEmpty ? "" : " at \(place)"): expected \(expected), found \(found)"
    case .noLibrary(let name, let tried, _):
      "there is no library '\(name)'; tried \(tried.joined(separator: ", "))"
    default: code
    }
  }
}
