import VVSIForeign
package import VVSIHost
package import VVSIPlugins

/// All that a folder's library is built from, as one run of bytes: what the folder is pinned by.
///
/// The library itself is not in it, and nothing else that a build makes: two builds of the same sources differ.
struct PinnedFolder {
  /// The plugin's name.
  let plugin: String
  /// The names of all files, and what is in them.
  private(set) var content = Array("folder\n".utf8)

  /// What the linker takes as it is; where another build system is at work, what it makes on the way.
  private static let objects: Set<String> = ["o", "d", "a", "so", "dylib", "tbd"]

  /// Reads a folder.
  ///
  /// - Throws: ``PluginError`` if it cannot be read, or nothing can be built from it.
  init(_ path: String) throws(PluginError) {
    let place = try PluginFolder(path)
    let recipe = try Recipe(place)
    plugin = recipe.name
    let foreign = recipe.manifest.foreign
    let files = try SourceTree.files(below: place.path, shownAs: place.given) { path in
      let isObject = Self.objects.contains(Path.suffix(path))
      if let foreign { return !isObject && path != foreign.product }
      return isObject || SourceTree.isSource(path)
        || [PluginManifest.file, ForeignContent.file].contains(path)
    }
    for file in files {
      content += Array("\(file.path)\0\(file.content.count)\0".utf8) + file.content
    }
  }
}

extension Admission {
  /// Decides whether a folder may be built: by who can write to it, and by all that the build is made from.
  ///
  /// - Throws: ``PluginError`` if it may not.
  package func check(folder path: String) throws(PluginError) {
    try trust.checkTree(path)
    guard isPinned else { return }
    let folder = try PinnedFolder(path)
    try check(folder.content, of: folder.plugin, at: path)
  }
}
