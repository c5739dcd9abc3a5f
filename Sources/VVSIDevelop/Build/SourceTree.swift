import VVSIHost

/// The files of a folder that a build depends on, with their content.
struct SourceTree {
  struct File: Equatable {
    /// Below the folder.
    let path: String
    /// Empty where only paths were asked for.
    let content: [UInt8]
  }

  /// Kinds of file that a plugin is compiled from, or that those include.
  private static let kinds: Set<String> = [
    "swift", "c", "h", "inc", "def", "modulemap",
  ]

  /// Whether a plugin is compiled from a file of this name, or from what includes it.
  static func isSource(_ name: String) -> Bool { kinds.contains(Path.suffix(name)) }

  /// Folders that hold what a build made.
  static let ignoredFolders = [
    "build", "target", "node_modules", "DerivedData",
  ]

  /// The source files below a folder, sorted by path; hidden and ignored folders are left out.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - shown: What to call it in errors; itself if nil.
  ///   - onlyPaths: Whether no file is read.
  ///   - isWanted: Which files are taken, by their paths below the folder.
  /// - Returns: The files.
  /// - Throws: ``PluginError/unreadable(path:reason:)``, with `shown` in place of `folder`.
  static func files(
    below folder: String, shownAs shown: String? = nil, onlyPaths: Bool = false,
    where isWanted: @escaping (String) -> Bool = isSource
  ) throws(PluginError) -> [File] {
    var walk = Walk(reads: !onlyPaths, isWanted: isWanted)
    do throws(SystemError) {
      try walk.enter(folder, "")
    } catch {
      let top = shown ?? folder
      let path = walk.place.isEmpty ? top : Path.join(top, walk.place)
      throw .unreadable(path: path, reason: error.reason)
    }
    return walk.files
  }

  private struct Walk {
    let reads: Bool
    let isWanted: (String) -> Bool
    var files: [File] = []
    /// Where the walk is, for the error.
    var place = ""
    private var above: Set<String> = []

    init(reads: Bool, isWanted: @escaping (String) -> Bool) {
      self.reads = reads
      self.isWanted = isWanted
    }

    mutating func enter(_ folder: String, _ prefix: String) throws(SystemError) {
      place = prefix
      let identity = try Files.status(folder).identity
      // A link back to a folder that the walk is in would lead round in a circle.
      guard above.insert(identity).inserted else { return }
      defer { above.remove(identity) }
      for name in try Files.names(in: folder) where !name.hasPrefix(".") {
        try visit(Path.join(folder, name), prefix + name, name)
      }
    }

    private mutating func visit(
      _ path: String, _ relative: String, _ name: String
    ) throws(SystemError) {
      let isWanted = isWanted(relative)
      place = relative
      let status: Files.Status
      do throws(SystemError) {
        status = try Files.status(path)
      } catch {
        // Only what the build needs may not be missing; an editor's dangling lock file may.
        if isWanted { throw error }
        return
      }
      if status.isFolder {
        if !SourceTree.ignoredFolders.contains(name) { try enter(path, relative + "/") }
      } else if isWanted {
        let content = reads ? try Files.read(path) : []
        files.append(File(path: relative, content: content))
      }
    }
  }
}
