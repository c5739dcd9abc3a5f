public import VVSIHost
import VVSIJSON
public import VVSIPlugins

/// A feature of C functions, as a manifest describes them.
public struct ForeignContent: PluginContent, Equatable {
  /// The manifest's path, as the user gave it.
  let path: String
  /// Its content.
  package let text: [UInt8]
  /// The library that the manifest's folder was built to; nil if the manifest names its own.
  let library: String?

  /// The manifest's name in a folder of C sources that it describes.
  public static let file = "feature.json"

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - path: The manifest.
  ///   - library: The library that its folder was built to; nil if the manifest names its own.
  /// - Throws: ``PluginError`` if it cannot be read.
  public init(_ path: String, library: String? = nil) throws(PluginError) {
    self.path = path
    self.library = library
    text = try File.read(path)
  }

  /// Makes what ``packed(_:)`` packed; nil if it is something else.
  public init?(_ packed: PackedContent) {
    guard packed.kind == Self.kind, packed.texts.count == 3 else { return nil }
    path = String(decoding: packed.texts[0], as: UTF8.self)
    text = packed.texts[1]
    library = packed.texts[2].isEmpty ? nil : String(decoding: packed.texts[2], as: UTF8.self)
  }

  private static let kind = "foreign"

  /// Its path, its text, and a copy of its folder's library.
  public nonisolated(nonsending) func packed(
    _ loading: Loading
  ) async throws(PluginError) -> PackedContent {
    let loading = library == nil ? loading : loading.ofBuilt
    try loading.check(text, at: path)
    for library in try namedLibraries() { _ = try await loading.inspect(library) }
    var copy = ""
    if let library { copy = try await loading.copy(library).path }
    return PackedContent(kind: Self.kind, texts: [Array(path.utf8), text, Array(copy.utf8)])
  }

  /// Opens the library, finds the functions, and works out how to call them.
  public nonisolated(nonsending) func features(
    _ loading: Loading
  ) async throws(PluginError) -> [any FeatureProvider] {
    let loading = library == nil ? loading : loading.ofBuilt
    try loading.check(text, at: path)
    let manifest = try manifest(named: loading.plugin)
    let (library, name) = try await open(manifest, loading)
    return try told { () throws(ManifestFault) in
      let symbols = Symbols(library: library, name: name)
      let crumb = Crumb(
        plugin: loading.plugin, feature: manifest.feature, content: identity,
        generation: loading.generation)
      let feature = try BoundFeature(manifest, symbols, crumb, log: loading.log)
      if self.library != nil { feature.claimCode() }
      return [ForeignProvider(feature)]
    }
  }

  /// A name of the manifest and of the libraries that it brings along.
  package var identity: String {
    let libraries = (try? library.map { [$0] } ?? named().compactMap(\.brought)) ?? []
    return PrivateCopy.content(of: text + libraries.flatMap { (try? File.read($0)) ?? [] })
  }

  /// Its text, and the libraries that it may be loaded with, as far as they are there.
  public func parts() throws(PluginError) -> [[UInt8]] {
    var parts = [text]
    let libraries = if let library { [library] } else { try namedLibraries() }
    for library in libraries { parts.append(try File.read(library)) }
    return parts
  }

  /// The library that it is loaded with, as far as that can be said, and whether nobody else may load it; nil if none is
  /// there.
  package func found() throws(PluginError) -> (library: String, isBrought: Bool)? {
    if let library { return (library, true) }
    let found = try named().first { $0.path.map { File.kind(of: $0) == .file } ?? false }
    return found.flatMap { library in library.path.map { ($0, library.brought != nil) } }
  }

  /// The libraries that the manifest names and that are there.
  private func namedLibraries() throws(PluginError) -> [String] {
    guard library == nil else { return [] }
    return try named().compactMap(\.path).filter { File.kind(of: $0) == .file }
  }

  private func named() throws(PluginError) -> [NamedLibrary] {
    let folder = File.folder(of: path)
    return try manifest(named: "any").libraries.map { NamedLibrary($0, in: folder) }
  }

  private func manifest(named name: String) throws(PluginError) -> ForeignManifest {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: text)
    } catch {
      let place = error.line > 0 ? "line \(error.line), column \(error.column)" : error.path
      throw .invalidManifest(path: path, at: place, expected: error.expected, found: error.found)
    }
    return try told { () throws(ManifestFault) in
      try ForeignManifest(json, name: name, isBuilt: library != nil)
    }
  }

  /// Adds the path and the line to what is wrong.
  private func told<Result>(
    _ body: () throws(ManifestFault) -> Result
  ) throws(PluginError) -> Result {
    do throws(ManifestFault) {
      return try body()
    } catch {
      throw .invalidManifest(
        path: path, at: place(error.pointer), expected: error.expected, found: error.found)
    }
  }

  /// `line 3 (/actions/add)`; of what is missing, the line of what should hold it.
  private func place(_ pointer: String) -> String {
    guard var way = JSONPointer(pointer) else { return pointer }
    var line = way.line(in: text)
    while line == nil, !way.tokens.isEmpty {
      way.tokens.removeLast()
      line = way.line(in: text)
    }
    return "line \(line ?? 1)\(pointer.isEmpty ? "" : " (\(pointer))")"
  }

  // MARK: The library

  private nonisolated(nonsending) func open(
    _ manifest: ForeignManifest, _ loading: Loading
  ) async throws(PluginError) -> (LoadedLibrary, String) {
    if let library {
      return (try await open(at: library, loading), "the folder's library")
    }
    var reasons: [String] = []
    for name in manifest.libraries {
      do throws(PluginError) {
        return (try await open(name, loading), name)
      } catch {
        switch error {
        case .trialFailed, .notTrusted, .notPinned, .pinMismatch: throw error
        default: break
        }
        reasons.append(Self.reason(error, name))
      }
    }
    throw .invalidManifest(
      path: path, at: place("/library"), expected: "a library that can be loaded",
      found: reasons.joined(separator: "; "))
  }

  private nonisolated(nonsending) func open(
    _ name: String, _ loading: Loading
  ) async throws(PluginError) -> LoadedLibrary {
    switch NamedLibrary(name, in: File.folder(of: path)) {
    case .file(let file): return try await open(at: file, loading)
    case .system(let file):
      let library = try await loading.inspect(file)
      try await loading.admit(library, from: file, as: .code)
      return try await LoadedLibrary(file, shownAs: file)
    case .unknown:
      try loading.takeUnseen(name)
      return try await LoadedLibrary(name, shownAs: name)
    case .absent: throw .missing(path: name, near: [])
    }
  }

  private nonisolated(nonsending) func open(
    at path: String, _ loading: Loading
  ) async throws(PluginError) -> LoadedLibrary {
    let copy = try await loading.copy(path)
    try await loading.admit(copy, from: path, as: .code)
    return try await LoadedLibrary(copy.path, shownAs: path)
  }

  private static func reason(_ error: PluginError, _ name: String) -> String {
    switch error {
    case .missing: "no file \(name)"
    case .loaderRefused(_, let reason): reason.contains(name) ? reason : "\(name): \(reason)"
    case .undefinedSymbol(_, let symbol): "\(name), which needs '\(symbol)'"
    case .notALibrary(_, let found): "\(name), which is \(found)"
    case .wrongMachine(_, let expected, let found): "\(name) for \(found), not \(expected)"
    default: "\(name) (\(error.code))"
    }
  }
}
