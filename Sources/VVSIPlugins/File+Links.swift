#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension File {
  /// How many links may lead to one file; the system follows no more.
  private static let mostLinks = 40

  /// Where a link leads to, as it says; nil if there is no link.
  package static func target(of link: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(link, start, buffer.count)
      guard count >= 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }

  /// The way that the system takes to a path: where each link on it lies, and where it ends, all without links, `.` and
  /// `..`.
  static func way(to path: String) -> (links: [String], end: String) {
    var links: [String] = []
    var place = path.hasPrefix("/") ? "/" : real(".") ?? "/"
    var rest = path.split(separator: "/").reversed().map(String.init)
    while let name = rest.popLast() {
      if name == "." { continue }
      guard name != ".." else {
        place = folder(of: place)
        continue
      }
      let next = place == "/" ? "/\(name)" : "\(place)/\(name)"
      guard let target = target(of: next), links.count < mostLinks else {
        place = next
        continue
      }
      links.append(next)
      if target.hasPrefix("/") { place = "/" }
      rest += target.split(separator: "/").reversed().map(String.init)
    }
    return (links, place)
  }

  /// Where what is written to a path ends up: behind all links, whether something is there or not.
  package static func destination(of path: String) -> String {
    var path = path
    for _ in 0..<mostLinks {
      guard let target = target(of: path) else { return path }
      path = target.hasPrefix("/") ? target : "\(folder(of: path))/\(target)"
    }
    return path
  }
}
