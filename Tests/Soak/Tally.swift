import VVSIHost
import VVSIPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What happened, counted.
final class Tally: Sendable {
  private struct State {
    var counts: [String: Int] = [:]
    var faults: [String] = []
    var latencies: [Double] = []
    var lines: [String] = []
    var isReloading = false
  }

  private let state = Guarded(State())

  var faults: [String] { state.withLock { $0.faults } }

  func add(_ what: String) {
    state.withLock { $0.counts[what, default: 0] += 1 }
  }

  func add(latency milliseconds: Double) {
    state.withLock { $0.latencies.append(milliseconds) }
  }

  /// Whether nobody reloads; then the caller does.
  ///
  /// A host makes one reload at a time, and victims must not queue for it.
  func beginReload() -> Bool {
    state.withLock { state in
      defer { state.isReloading = true }
      return !state.isReloading
    }
  }

  func endReload() {
    state.withLock { $0.isReloading = false }
  }

  func say(_ line: String) {
    state.withLock { $0.lines.append(line) }
  }

  func blame(_ what: String) {
    state.withLock { $0.faults.append(what) }
  }

  func print() {
    let (counts, faults, latencies) = state.withLock { ($0.counts, $0.faults, $0.latencies) }
    for (what, count) in counts.sorted(by: { $0.key < $1.key }) {
      Swift.print("\(what.padded(to: 32)) \(count)")
    }
    for line in state.withLock({ $0.lines }) { Swift.print(line) }
    let sorted = latencies.sorted()
    if let last = sorted.last {
      let p99 = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
      Swift.print(
        "another feature meanwhile, in the host's process: median "
          + "\(sorted[sorted.count / 2]) ms, 99th percentile \(p99) ms, longest \(last) ms")
    }
    for fault in faults.prefix(20) { Swift.print("FAULT \(fault)") }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

/// What a process has of the system.
struct Remains: Equatable {
  /// Its children, and theirs.
  var processes: Int
  var descriptors: Int

  static func count() -> Remains {
    let own = getpid()
    let children = File.names(in: "/proc").count { name in
      guard pid_t(name) != nil,
        let text = try? File.readSystemFile("/proc/\(name)/stat"), let end = text.lastIndex(of: ")")
      else { return false }
      let words = text[end...].split(separator: " ")
      return words.count > 3 && pid_t(words[2]) == own
    }
    return Remains(processes: children, descriptors: openDescriptors().count)
  }

  /// Where the open descriptors lead; what the runtime opens once for its timers and never closes is left out.
  static func openDescriptors() -> [String] {
    File.names(in: "/proc/self/fd").compactMap { name in
      var target = [UInt8](repeating: 0, count: 256)
      let count = target.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map {
          readlink("/proc/self/fd/\(name)", $0.assumingMemoryBound(to: CChar.self), bytes.count)
        } ?? -1
      }
      guard count > 0 else { return nil }
      let text = String(decoding: target.prefix(count), as: UTF8.self)
      let own = ["[eventpoll]", "[eventfd]", "[timerfd]"]
      return own.contains { text.hasSuffix($0) } ? nil : "\(name) \(text)"
    }
  }

  /// What is left once all that is ending has ended, or after a while.
  static func settled(to before: Remains) async -> Remains {
    for _ in 0..<500 {
      let now = count()
      if now.processes == 0, now.descriptors <= before.descriptors { return now }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return count()
  }

  func files(in folder: String) -> Int { File.names(in: folder).count }
}
