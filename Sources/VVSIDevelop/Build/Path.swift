/// Paths as texts.
enum Path {
  static func parent(_ path: String) -> String? {
    let trimmed = trimmed(path)
    guard let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == trimmed.startIndex ? (trimmed == "/" ? nil : "/") : String(trimmed[..<slash])
  }

  static func name(_ path: String) -> String {
    let trimmed = trimmed(path)
    guard let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return trimmed.isEmpty ? "/" : String(trimmed)
    }
    return trimmed == "/" ? "/" : String(trimmed[trimmed.utf8.index(after: slash)...])
  }

  /// What follows the name's last dot, in lower case; empty if there is none.
  static func suffix(_ path: String) -> String {
    let name = name(path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  static func join(_ folder: String, _ path: String) -> String {
    path.hasPrefix("/") ? path : trimmed(folder) + (folder == "/" ? "" : "/") + path
  }

  private static func trimmed(_ path: String) -> Substring {
    var end = Substring(path)
    while end.utf8.count > 1, end.hasSuffix("/") { end.removeLast() }
    return end
  }
}
