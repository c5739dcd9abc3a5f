import VVSIPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How many processes a group has.
enum ProcessGroup {
  /// The processes of a group; 0 where the whole machine has no more than `least`, or it cannot be known.
  static func count(of group: pid_t, ifMoreThan least: Int) -> Int {
    guard total > least else { return 0 }
    return File.names(in: "/proc").count { name in
      pid_t(name) != nil && self.group(of: name) == group
    }
  }

  /// All tasks of the machine: the fourth word of `0.1 0.2 0.3 1/234 567`.
  private static var total: Int {
    words(of: "/proc/loadavg").dropFirst(3).first.flatMap { Int($0.drop { $0 != "/" }.dropFirst()) }
      ?? 0
  }

  /// The third word behind the name in parentheses, which may hold anything.
  private static func group(of process: String) -> pid_t? {
    let text = (try? File.readSystemFile("/proc/\(process)/stat")) ?? ""
    guard let end = text.lastIndex(of: ")") else { return nil }
    let words = text[end...].split(separator: " ")
    return words.count > 3 ? pid_t(words[3]) : nil
  }

  private static func words(of path: String) -> [Substring] {
    ((try? File.readSystemFile(path)) ?? "").split(separator: " ")
  }
}
