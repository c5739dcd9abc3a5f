public import VVSIHost
import VVSIJSON

extension PluginManifest {
  /// Reads the manifest of a folder.
  ///
  /// - Throws: ``PluginError/invalidManifest(path:at:expected:found:)``, or `unreadable`.
  public static func read(in folder: String) throws(PluginError) -> PluginManifest {
    try read(in: folder, shownAs: folder)
  }

  static func read(
    in folder: String, shownAs shown: String
  ) throws(PluginError) -> PluginManifest {
    let path = Path.join(shown, file)
    let text: [UInt8]
    do throws(SystemError) {
      text = try Files.read(Path.join(folder, file))
    } catch {
      if error.isMissing { return PluginManifest() }
      throw .unreadable(path: path, reason: error.reason)
    }
    return try PluginManifest(text, path: path)
  }

  init(_ text: [UInt8], path: String) throws(PluginError) {
    let json: JSON
    do {
      json = try JSON(parsing: text)
    } catch {
      let place = error.line > 0 ? "line \(error.line), column \(error.column)" : error.path
      throw .invalidManifest(path: path, at: place, expected: error.expected, found: error.found)
    }
    do throws(ManifestFault) {
      try self.init(ManifestValue(json))
    } catch {
      throw .invalidManifest(
        path: path, at: error.pointer, expected: error.expected, found: error.found)
    }
  }

  private init(_ value: ManifestValue) throws(ManifestFault) {
    let members = try value.members(known: Self.keys)
    self.init()
    if let name = members["name"] {
      self.name = try name.matching(Self.isName, "a name without blanks and slashes")
    }
    if let features = members["features"] {
      for (id, feature) in try features.namedMembers() {
        self.features.append(try Self.feature(id, feature))
      }
    }
    if let mode = members["languageMode"] { languageMode = try mode.integer(among: [5, 6]) }
    flags = try members["flags"]?.strings() ?? []
    cFlags = try members["cFlags"]?.strings() ?? []
    sources = try members["sources"]?.each { value throws(ManifestFault) in try value.innerPath() }
    bridgingHeader = try members["bridgingHeader"]?.innerPath()
    if let isolation = members["isolation"] {
      isIsolated = try isolation.word() == Isolation.process
    }
    timeout = try members["timeout"]?.seconds()
    foreign = try Self.foreign(members)
  }

  private static let keys = [
    "name", "features", "languageMode", "flags", "cFlags", "sources", "bridgingHeader", "build",
    "product", "isolation", "timeout",
  ]

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix(".") && !text.contains { $0 == "/" || $0.isWhitespace }
  }

  private static func feature(
    _ id: String, _ value: ManifestValue
  ) throws(ManifestFault) -> Feature {
    guard FeatureDescription.isValid(id: id) else {
      throw ManifestFault(
        pointer: value.pointer,
        expected: "a feature id: a lower-case letter, then letters, digits, - and _; at most 64",
        found: JSON.string(id).summary)
    }
    if case .string = value.json { return Feature(id: id, interactor: try value.expression()) }
    let members = try value.members(known: ["interactor", "state", "summary"])
    guard let interactor = members["interactor"] else {
      throw value.missing("interactor", "a Swift expression")
    }
    return Feature(
      id: id, interactor: try interactor.expression(), state: try members["state"]?.expression(),
      summary: try members["summary"]?.string())
  }

  private static func foreign(
    _ members: [String: ManifestValue]
  ) throws(ManifestFault) -> Foreign? {
    guard let build = members["build"] else {
      if let product = members["product"] {
        throw product.fault("a build command beside it, in build")
      }
      return nil
    }
    guard let product = members["product"] else {
      throw ManifestFault(
        pointer: "/product", expected: "the path of the library that build makes", found: "nothing")
    }
    for key in ["features", "languageMode", "flags", "cFlags", "sources", "bridgingHeader"] {
      if let value = members[key] {
        throw value.fault("no \(key) beside build, which compiles by itself")
      }
    }
    let command = try build.command()
    return Foreign(command: command, product: try product.innerPath())
  }
}
