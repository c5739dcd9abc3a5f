import CSpawn
import VVSIPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Counts the processes that a plugin's has become, and what they hold, and looks for them only when there may be others.
struct ProcessFamily {
  private let keeper: pid_t
  private let isSandboxed: Bool
  /// How many it had when they were counted last, and the machine's newest process then: each that came since has a higher
  /// number, unless the numbers began anew.
  private var last: (count: Int, newest: pid_t)
  /// Those whose memory was looked at last, and the machine's newest process then.
  private var seen: (members: [pid_t], newest: pid_t) = ([], 0)

  /// How many come before the plugin's process in a sandbox, which has a process outside and one inside.
  static let elders = 2

  /// Takes the number of a process that has just been started as a keeper.
  init(of keeper: pid_t, isSandboxed: Bool) {
    self.keeper = keeper
    self.isSandboxed = isSandboxed
    last = (count: 1, newest: keeper)
  }

  /// How many processes there are, if they may be more than a limit; 0 otherwise, or where it cannot be known.
  mutating func count(ifMoreThan limit: Int) -> Int {
    guard let newest = Self.newest else { return 0 }
    let begun = Int(newest - last.newest)
    if begun >= 0, last.count + begun <= limit { return 0 }
    let count = Self.members(of: keeper).count - (isSandboxed ? Self.elders : 0)
    last = (count: count, newest: newest)
    return count
  }

  /// How much the member holds that holds the most, in megabytes, if that may be more than a limit; 0 otherwise.
  mutating func memory(ifMoreThan limit: Int) -> Int {
    guard let newest = Self.newest else { return 0 }
    if seen.members.isEmpty || seen.newest != newest {
      seen = (Self.members(of: keeper), newest)
    }
    return seen.members.filter { Self.resident($0) > limit }.map(Self.own).max() ?? 0
  }

  /// What a process has in memory, in megabytes; the second word of `1234 567 89`, in pages.
  private static func resident(_ process: pid_t) -> Int {
    let words = ((try? File.readSystemFile("/proc/\(process)/statm")) ?? "").split(separator: " ")
    let pages = words.dropFirst().first.flatMap { Int($0) } ?? 0
    return (pages * Int(getpagesize())) >> 20
  }

  /// The same without the pages of files, which the system takes back when it needs them.
  private static func own(_ process: pid_t) -> Int {
    let lines = ((try? File.readSystemFile("/proc/\(process)/status")) ?? "").split(separator: "\n")
    let kilobytes = lines.filter { $0.hasPrefix("RssAnon:") || $0.hasPrefix("RssShmem:") }
      .compactMap { Int($0.filter(\.isNumber)) }
    return kilobytes.reduce(0, +) >> 10
  }

  /// All that a keeper keeps, whatever their groups and sessions; the first is the one that it began with.
  static func members(of keeper: pid_t) -> [pid_t] {
    var count = 0
    guard let members = family_of(keeper, &count) else { return [] }
    defer { free(members) }
    return Array(UnsafeBufferPointer(start: members, count: count))
  }

  /// The process or thread that the machine began last: the fifth word of `0.1 0.2 0.3 1/234 567`.
  private static var newest: pid_t? {
    let words = ((try? File.readSystemFile("/proc/loadavg")) ?? "").split(separator: " ")
    return words.last.flatMap { pid_t($0.filter(\.isNumber)) }
  }
}
