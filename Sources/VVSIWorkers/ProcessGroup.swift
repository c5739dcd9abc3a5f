import VVSIPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Counts the processes of a group, and looks at them only when there may be too many.
struct ProcessGroup {
  private let id: pid_t
  /// How many it had when they were counted last, and the machine's newest process then: each that came since has a higher
  /// number, unless the numbers began anew.
  private var last: (count: Int, newest: pid_t)

  /// Takes the number of a process that has just become the first of its group.
  init(_ id: pid_t) {
    self.id = id
    last = (count: 1, newest: id)
  }

  /// How many processes there are, if they may be more than a limit; 0 otherwise, or where it cannot be known.
  mutating func count(ifMoreThan limit: Int) -> Int {
    guard let newest = Self.newest else { return 0 }
    let begun = Int(newest - last.newest)
    if begun >= 0, last.count + begun <= limit { return 0 }
    let count = File.names(in: "/proc").count { name in
      pid_t(name).map { getpgid($0) == id } ?? false
    }
    last = (count: count, newest: newest)
    return count
  }

  /// The process or thread that the machine began last: the fifth word of `0.1 0.2 0.3 1/234 567`.
  private static var newest: pid_t? {
    let words = ((try? File.readSystemFile("/proc/loadavg")) ?? "").split(separator: " ")
    return words.last.flatMap { pid_t($0.filter(\.isNumber)) }
  }
}
