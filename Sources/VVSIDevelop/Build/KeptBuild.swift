import VVSIHost
import VVSIPlugins

/// A finished build's place in the cache.
struct KeptBuild {
  let place: PluginFolder
  let manifest: PluginManifest
  let hash: String
  /// The folder.
  let path: String

  /// The file that holds what the compilers said.
  static let output = "output.txt"

  init(_ place: PluginFolder, _ manifest: PluginManifest, hash: String, cache: BuildCache) {
    self.place = place
    self.manifest = manifest
    self.hash = hash
    path = Path.join(cache.path, "plugins/\(manifest.name ?? place.name)/\(hash)")
  }

  init(recipe: Recipe, hash: String, cache: BuildCache) {
    self.init(recipe.place, recipe.manifest, hash: hash, cache: cache)
  }

  private var name: String { manifest.name ?? place.name }

  /// Where the library is, or will be.
  var library: String { Path.join(path, Self.libraryName(name)) }

  /// What a library of this name is called.
  static func libraryName(_ plugin: String) -> String {
    #if canImport(Darwin)
      "lib\(plugin).dylib"
    #else
      "lib\(plugin).so"
    #endif
  }

  /// The build, if it is there and not damaged, as files may be after the machine has lost its power.
  func findWhole() -> Build? {
    guard let build = find() else {
      // A folder gets its name with all that is in it.
      if Files.exists(path), !Files.exists(library) { Files.remove(path) }
      return nil
    }
    guard (try? LibraryFile.check(build.library, shownAs: build.library)) != nil else {
      Files.remove(path)
      return nil
    }
    return build
  }

  /// The build, if it is there; it counts as used now.
  func find() -> Build? {
    guard Files.exists(library) else { return nil }
    Files.touch(path)
    let output = (try? Files.read(Path.join(path, Self.output))) ?? []
    return Build(
      plugin: name, library: library, contentHash: hash, manifest: manifest,
      stages: [],
      diagnostics: output.isEmpty
        ? [] : DiagnosticParser.parse([String(decoding: output, as: UTF8.self)], in: place.given),
      wasCached: true)
  }
}
