import CVVSI

/// What one instance told its host, in order, and a way to wait for it.
final class Recorder: Sendable {
  enum Entry: Equatable, Sendable {
    case commit(UInt64, String)
    case notify(UInt64, String)
    case settle(UInt64)
    case fail(UInt64, code: String, path: String, message: String)
    case route(UInt64, String)
    case trigger(String)
  }

  struct Contents {
    fileprivate(set) var entries: [Entry] = []
    fileprivate(set) var settled: Set<UInt64> = []
    fileprivate var waiters: [Waiter] = []
  }

  fileprivate struct Waiter {
    let isDone: @Sendable (borrowing Contents) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private let contents = Guarded(Contents())

  var entries: [Entry] { contents.withLock { $0.entries } }

  func record(_ entry: Entry) {
    let ready = contents.withLock { contents in
      contents.entries.append(entry)
      if case .settle(let ticket) = entry { contents.settled.insert(ticket) }
      let waiters = contents.waiters
      let ready = waiters.filter { $0.isDone(contents) }
      if !ready.isEmpty { contents.waiters = waiters.filter { !$0.isDone(contents) } }
      return ready
    }
    for waiter in ready { waiter.continuation.resume() }
  }

  /// Returns when what was recorded is as asked for.
  func wait(until isDone: @escaping @Sendable (borrowing Contents) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isReady = contents.withLock { contents in
        if isDone(contents) { return true }
        contents.waiters.append(Waiter(isDone: isDone, continuation: continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  func settled(_ tickets: UInt64...) async {
    await wait { contents in tickets.allSatisfy { contents.settled.contains($0) } }
  }

  /// How many actions settled.
  func settled(count: Int) async {
    await wait { $0.settled.count >= count }
  }

  // MARK: What was told

  var states: [String] {
    entries.compactMap { if case .commit(_, let state) = $0 { state } else { nil } }
  }

  var notifications: [String] {
    entries.compactMap { if case .notify(_, let notification) = $0 { notification } else { nil } }
  }

  var failures: [Entry] {
    entries.filter { if case .fail = $0 { true } else { false } }
  }
}

/// The table that records into a recorder; both live as long as the process.
func makeInstanceHost(_ recorder: Recorder) -> UnsafePointer<vvsi_instance_host> {
  let table = UnsafeMutablePointer<vvsi_instance_host>.allocate(capacity: 1)
  table.initialize(
    to: vvsi_instance_host(
      size: UInt32(MemoryLayout<vvsi_instance_host>.size), reserved: 0,
      context: Unmanaged.passRetained(recorder).toOpaque(),
      commit: { recorderBehind($0).record(.commit($1, text($2))) },
      notify: { recorderBehind($0).record(.notify($1, text($2))) },
      settle: { recorderBehind($0).record(.settle($1)) },
      fail: { context, ticket, fault in
        guard let fault = fault?.pointee else { return }
        recorderBehind(context).record(
          .fail(
            ticket, code: text(fault.code), path: text(fault.path), message: text(fault.message)))
      },
      route: { recorderBehind($0).record(.route($1, text($2))) },
      trigger: { recorderBehind($0).record(.trigger(text($1))) }))
  return UnsafePointer(table)
}

private func recorderBehind(_ context: UnsafeMutableRawPointer?) -> Recorder {
  guard let context else { preconditionFailure("the plugin lost the host's context") }
  return Unmanaged<Recorder>.fromOpaque(context).takeUnretainedValue()
}

func text(_ bytes: vvsi_bytes) -> String {
  String(decoding: UnsafeBufferPointer(start: bytes.data, count: bytes.count), as: UTF8.self)
}
