public import VVSIHost
import VVSIForeign
import VVSIPlugins

/// What a path says about the plugin there.
public enum PluginPath {
  /// The plugins in a folder of plugins, by name: folders, libraries and what claims to be a manifest, none hidden,
  /// and links that lead nowhere, which fail when they are loaded.
  ///
  /// - Throws: ``PluginError/missing(path:near:)`` if there is no such folder.
  public static func all(in folder: String) throws(PluginError) -> [String] {
    guard File.kind(of: folder) == .folder else {
      throw .missing(path: folder, near: File.near(folder))
    }
    return File.names(in: folder).filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }.filter {
      File.kind(of: $0) == .folder || isLibrary($0) || File.isBrokenLink($0)
        || (isManifest($0) && ForeignContent.isManifest($0))
    }
  }

  /// `libList.so` holds the plugin `List`.
  static func name(ofLibrary path: String) -> String {
    let stem = File.name(of: path).prefix { $0 != "." }
    return String(stem.hasPrefix("lib") && stem.count > 3 ? stem.dropFirst(3) : stem)
  }

  static func isManifest(_ path: String) -> Bool {
    path.hasSuffix(".json") && File.kind(of: path) != .folder
  }

  static func isLibrary(_ path: String) -> Bool {
    path.hasSuffix(".so") || path.hasSuffix(".dylib")
  }
}
