import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder where builds are kept, shared by all hosts of a user.
///
/// What is in it under its final name is complete: it is written aside and renamed. Whoever comes second takes what the
/// first one made. Nothing in it is needed: it may be removed at any time when no build runs.
struct BuildCache: Sendable {
  let path: String

  /// How many builds of one plugin, and of the SDK for one toolchain, are kept.
  static let kept = 8

  /// The user's own: in `XDG_CACHE_HOME`, else in `.cache` of the home folder, else in the folder for temporary files.
  static var standard: BuildCache {
    if let cache = environment("XDG_CACHE_HOME"), cache.hasPrefix("/") {
      return BuildCache(path: Path.join(cache, "vvsi"))
    }
    if let home = environment("HOME"), home.hasPrefix("/") {
      return BuildCache(path: Path.join(home, ".cache/vvsi"))
    }
    return BuildCache(path: "/tmp/vvsi-\(getuid())")
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Whether hardly anything can be written any more.
  var isFull: Bool {
    var info = statvfs()
    return statvfs(path, &info) == 0 && UInt64(info.f_bavail) * UInt64(info.f_frsize) < 1 << 20
  }

  /// A folder for something unfinished, beside the place where it will go.
  func makeScratch(beside destination: String) throws(SystemError) -> String {
    let parent = Path.parent(destination) ?? path
    try Files.makeFolder(parent)
    let word = UInt64.random(in: 0...UInt64.max)
    let scratch = Path.join(parent, ".\(Path.name(destination))-\(String(word, radix: 36))")
    try Files.makeFolder(scratch)
    return scratch
  }

  /// Gives something finished its final name, unless another host was faster.
  func publish(_ scratch: String, as destination: String) throws(SystemError) {
    do throws(SystemError) {
      try Files.move(scratch, to: destination)
    } catch  where error.number == EEXIST || error.number == ENOTEMPTY {
      Files.remove(scratch)
    }
  }

  /// Removes all but the latest entries of a folder, and what was left unfinished an hour ago.
  ///
  /// What is younger than a minute stays in any case: another host may be about to load it.
  func prune(_ folder: String, keeping count: Int = Self.kept) {
    var entries: [(name: String, modified: Int)] = []
    let now = time(nil)
    for name in (try? Files.names(in: folder)) ?? [] {
      guard let status = try? Files.status(Path.join(folder, name)) else { continue }
      if !name.hasPrefix(".") {
        entries.append((name, status.modified))
      } else if status.isFolder, status.modified < now - 3600 {
        Files.remove(Path.join(folder, name))
      }
    }
    entries.sort { $0.modified > $1.modified }
    for entry in entries.dropFirst(count) where entry.modified < now - 600 {
      Files.remove(Path.join(folder, entry.name))
    }
  }

  /// Runs `body` while no other host runs one under the same lock file.
  func locked<Result>(
    _ file: String, seconds: Double, cancellation: Cancellation,
    _ body: () throws(PluginError) -> Result
  ) throws(PluginError) -> Result {
    let lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard lock >= 0 else { throw .unreadable(path: file, reason: SystemError.last.reason) }
    // Closing gives the lock back.
    defer { close(lock) }
    let deadline = ContinuousClock.now.advanced(by: .bounded(seconds: seconds))
    while flock(lock, LOCK_EX | LOCK_NB) != 0, ContinuousClock.now < deadline,
      !cancellation.isCancelled
    {
      usleep(10_000)
    }
    return try body()
  }
}

extension BuildCache {
  /// Writes a file so that it is there completely or not at all.
  func store(_ bytes: [UInt8], at path: String) throws(SystemError) {
    let scratch = try makeScratch(beside: path)
    defer { Files.remove(scratch) }
    let file = Path.join(scratch, "content")
    try Files.write(bytes, to: file)
    try Files.move(file, to: path)
  }
}
