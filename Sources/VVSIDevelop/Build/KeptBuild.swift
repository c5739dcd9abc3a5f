import VVSIHost
import VVSIPlugins

/// A finished build's place in the cache.
struct KeptBuild {
  let recipe: Recipe
  let hash: String
  /// The folder.
  let path: String

  /// The file that holds what the compilers said.
  static let output = "output.txt"

  init(recipe: Recipe, hash: String, cache: BuildCache) {
    self.recipe = recipe
    self.hash = hash
    path = Path.join(cache.path, "plugins/\(recipe.name)/\(hash)")
  }

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
    guard let build = find() else { return nil }
    guard (try? LibraryFile.check(build.library, shownAs: build.library)) != nil else {
      Files.remove(path)
      return nil
    }
    return build
  }

  /// The build, if it is there; it counts as used now.
  func find() -> Build? {
    let library = Path.join(path, Self.libraryName(recipe.name))
    guard Files.exists(library) else { return nil }
    Files.touch(path)
    let output = (try? Files.read(Path.join(path, Self.output))) ?? []
    return Build(
      plugin: recipe.name, library: library, contentHash: hash, manifest: recipe.manifest,
      stages: [],
      diagnostics: DiagnosticParser.parse(
        [String(decoding: output, as: UTF8.self)], in: recipe.place.given), wasCached: true)
  }
}
