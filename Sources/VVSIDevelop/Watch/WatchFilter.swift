/// Tells the files of plugins from those that editors and builds leave behind.
enum WatchFilter {
  /// Whether a folder inside a plugin, or of plugins, is looked into.
  static func takesFolder(_ name: String) -> Bool {
    !name.hasPrefix(".") && !SourceTree.ignoredFolders.contains(name)
  }

  /// Whether a file inside a plugin's folder matters.
  static func takesFile(_ name: String) -> Bool {
    !isLeftBehind(name) && !made.contains(Path.suffix(name))
  }

  /// Whether a file in a folder of plugins can be a plugin itself.
  static func takesPlugin(_ name: String) -> Bool {
    !isLeftBehind(name) && plugins.contains(Path.suffix(name))
  }

  private static let plugins: Set<String> = ["so", "dylib", "json"]

  private static let made: Set<String> = [
    "o", "so", "a", "d", "dylib", "dia", "swiftmodule", "swiftdoc", "swiftdeps", "pcm",
  ]

  private static let temporary: Set<String> = [
    "swp", "swx", "swo", "tmp", "temp", "bak", "orig", "rej", "part", "crdownload", "lock",
  ]

  /// Backups and probes of vim, emacs, gedit, VS Code, JetBrains' and others; unfinished copies.
  private static func isLeftBehind(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasSuffix("~") || name.hasPrefix("#") || name == "4913"
      || name.hasSuffix("___") || temporary.contains(Path.suffix(name))
  }
}
