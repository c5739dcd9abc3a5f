import CFFI

/// Where a library is that a manifest names.
enum NamedLibrary: Equatable {
  /// A file that may be built anew at any time: of it, a copy is loaded.
  case file(String)
  /// One of the system's, found by its name: there must not be two of it, so it is loaded where it is.
  case system(String)
  /// A name without a file that could be found.
  case absent
  /// A name that only the system's loader can find, so that nobody can say what it will be.
  case unknown

  /// Finds a library.
  ///
  /// - Parameters:
  ///   - name: A path, or a name that the system's loader knows.
  ///   - folder: What the path is relative to.
  init(_ name: String, in folder: String) {
    guard !name.contains("/") else {
      self = .file(name.hasPrefix("/") ? name : "\(folder)/\(name)")
      return
    }
    self = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.pathLimit) { path in
      guard let start = path.baseAddress else { return .absent }
      return switch library_search(name, start, path.count) {
      case 1: .system(String(cString: start))
      case 0: .absent
      default: .unknown
      }
    }
  }

  private static let pathLimit = 4_096

  /// The file, if the manifest brings it along.
  var brought: String? { if case .file(let path) = self { path } else { nil } }

  /// The file, if one is known.
  var path: String? {
    switch self {
    case .file(let path), .system(let path): path
    case .absent, .unknown: nil
    }
  }
}
