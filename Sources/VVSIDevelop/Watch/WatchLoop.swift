import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Takes the kernel's events on a thread of its own and reports plugins when it is time.
final class WatchLoop: Sendable {
  let reports = WatchReports()
  private let events: FolderEvents
  private let tree: Guarded<WatchTree>
  private let wake: (read: Int32, write: Int32)

  /// How often a path that is missing is looked for.
  private static let missingPeriod = Duration.milliseconds(200)

  init(log: @escaping @Sendable (String) -> Void) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wake = (ends[0], ends[1])
    do throws(SystemError) {
      events = try FolderEvents()
    } catch {
      close(ends[0])
      close(ends[1])
      throw error
    }
    tree = Guarded(WatchTree(events: events, log: log))
  }

  deinit {
    close(wake.read)
    close(wake.write)
  }

  func add(_ path: String, _ kind: Watcher.Kind) {
    tree.withLock { $0.add(path, kind) }
    signal("+")
  }

  func remove(_ path: String) {
    tree.withLock { $0.remove(path) }
  }

  func stop() {
    signal("x")
  }

  private func signal(_ word: Character) {
    var byte = word.asciiValue ?? 0
    _ = write(wake.write, &byte, 1)
  }

  func run() {
    var due = WatchDue()
    while !wait(until: due.time) {
      let changes = tree.withLock { tree in
        let taken = events.take { tree.path(of: $0) }
        return tree.changes(of: taken)
      }
      due.add(changes, at: .now)
      reports.add(due.take(at: .now))
    }
    reports.finish()
  }

  /// Waits for events, or the time given, or the time to look for what is missing; true if it is all over.
  private func wait(until time: ContinuousClock.Instant?) -> Bool {
    let now = ContinuousClock.now
    var rest = time.map { now.duration(to: $0) } ?? .seconds(3600)
    if tree.withLock({ $0.hasMissing }) { rest = min(rest, Self.missingPeriod) }
    var files = [events.file, wake.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // Rounded up: a wait that ends too early would only be followed by another.
    poll(&files, nfds_t(files.count), Int32(max(0, rest.seconds * 1000).rounded(.up)))
    guard files[1].revents != 0 else { return false }
    var words = [UInt8](repeating: 0, count: 64)
    let count = read(wake.read, &words, words.count)
    return words.prefix(max(count, 0)).contains(UInt8(ascii: "x"))
  }
}
