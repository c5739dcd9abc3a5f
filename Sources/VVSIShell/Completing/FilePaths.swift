#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Paths of files, for completing them.
enum FilePaths {
  /// The paths that begin with a text, in order; folders end with a slash.
  ///
  /// Files whose names begin with a dot are left out unless the text says otherwise. Paths with spaces come in quotes.
  static func beginning(with text: String) -> [String] {
    let split = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let (folder, start) = (String(text[..<split]), text[split...])
    return names(in: folder.isEmpty ? "." : folder)
      .filter { $0.hasPrefix(start) && (!$0.hasPrefix(".") || start.hasPrefix(".")) }
      .sorted()
      .map { name in
        let path = folder + name + (isFolder(folder + name) ? "/" : "")
        return path.contains { $0.isWhitespace || $0 == "\"" } ? "'\(path)'" : path
      }
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
