#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Configuration {
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// A path that is relative to a folder; steps up leave out the folders that they leave, where that leads to the same
  /// place.
  static func path(_ path: String, from folder: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    var (outer, rest) = (folder, path)
    while rest.hasPrefix("../"), canBeLeftOut(outer) {
      let slash = outer.lastIndex(of: "/")
      outer = slash == outer.startIndex ? "/" : slash.map { String(outer[..<$0]) } ?? ""
      rest.removeFirst(3)
    }
    return outer.isEmpty ? rest : outer == "/" ? "/" + rest : "\(outer)/\(rest)"
  }

  /// Above a link is not where the link is, and above `..` is not what is written before it.
  private static func canBeLeftOut(_ folder: String) -> Bool {
    let name = folder.lastIndex(of: "/").map { folder[folder.index(after: $0)...] } ?? folder[...]
    guard !["", ".", ".."].contains(name) else { return false }
    var status = stat()
    return lstat(folder, &status) != 0 || status.st_mode & S_IFMT != S_IFLNK
  }
}
