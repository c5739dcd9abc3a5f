#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Threads for calls that may block: twice as many as there are cores, and one more whenever all of them stay where they
/// are while something waits.
///
/// So one call that does not return holds up no other, however many there are of its kind.
package final class CallThreads: Sendable {
  /// The process's.
  package static let shared = CallThreads(
    count: max(4, 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN))), rest: 10)

  fileprivate typealias Call = @Sendable () -> Void

  fileprivate enum Need {
    case wake
    case start
    /// So many calls had begun.
    case watch(UInt64)
  }

  fileprivate struct State {
    var waiting = Queue<Call>()
    var threads = 0
    /// How many of them do not run yet.
    var starting = 0
    /// How many threads wait for something to do.
    var idle = 0
    /// How many calls were begun.
    var begun: UInt64 = 0
    /// Whether someone looks whether the threads get on.
    var isWatched = false
  }

  /// How long a call may wait for a thread, in seconds; up to twice that.
  private static let patience = 0.002

  private let count: Int
  private let rest: Double
  private let state = Awaited(State())

  /// Makes threads, so many as a rule; those beyond end when they had nothing to do for `rest` seconds.
  init(count: Int, rest: Double) {
    self.count = count
    self.rest = rest
  }

  /// How many threads there are.
  var threadCount: Int { state.withLock { $0.threads } }

  /// Makes a call on one of the threads.
  package func run(_ body: @escaping @Sendable () -> Void) {
    let need = state.withLock { $0.add(body, count) }
    switch need {
    case .wake: state.notifyOne()
    case .start: start()
    case .watch(let begun): watch(begun)
    case nil: break
    }
  }

  private func start() {
    guard !startThread("vvsi.calls", { self.work() }) else { return }
    // What waits is looked after, and another thread tried.
    let mustWatch = state.withLock { state in
      state.threads -= 1
      state.starting -= 1
      defer { state.isWatched = true }
      return !state.isWatched
    }
    if mustWatch { watch(0) }
  }

  private func work() {
    state.withLock { $0.starting -= 1 }
    while let body = next() { body() }
  }

  /// Waits for a call; nil if there are threads enough.
  private func next() -> Call? {
    while true {
      if let call = state.withLock({ $0.take() }) { return call }
      state.wait(atMost: rest) { state in state.waiting.isEmpty ? nil : () }
      let (call, goesOn) = state.withLock { $0.stopWaiting(count) }
      if call != nil || !goesOn { return call }
    }
  }

  /// Adds a thread if no call has begun for a moment although some wait.
  private func watch(_ seen: UInt64) {
    Timers.shared.after(Self.patience) { [self] in
      let (begun, mustStart) = state.withLock { $0.look(seen) }
      if mustStart { start() }
      if let begun { watch(begun) }
    }
  }
}

extension CallThreads.State {
  fileprivate mutating func add(_ call: @escaping CallThreads.Call, _ count: Int)
    -> CallThreads.Need?
  {
    waiting.append(call)
    // Those that were woken for others may not be there yet.
    if idle >= waiting.count { return .wake }
    if threads < count {
      threads += 1
      starting += 1
      return .start
    }
    guard !isWatched else { return nil }
    isWatched = true
    return .watch(begun)
  }

  /// Takes the first call; the thread counts as idle if there is none.
  fileprivate mutating func take() -> CallThreads.Call? {
    guard let call = waiting.popFirst() else {
      idle += 1
      return nil
    }
    begun += 1
    return call
  }

  /// An idle thread looks again; it ends if there is nothing to do and there are others.
  fileprivate mutating func stopWaiting(_ count: Int) -> (CallThreads.Call?, goesOn: Bool) {
    idle -= 1
    if let call = waiting.popFirst() {
      begun += 1
      return (call, true)
    }
    guard threads > count else { return (nil, true) }
    threads -= 1
    return (nil, false)
  }

  /// Returns how many calls have begun, if that is to be looked at again, and whether a thread is missing.
  fileprivate mutating func look(_ seen: UInt64) -> (UInt64?, Bool) {
    guard !waiting.isEmpty else {
      isWatched = false
      return (nil, false)
    }
    let isStuck = begun == seen && idle == 0 && starting == 0
    if isStuck {
      threads += 1
      starting += 1
    }
    return (begun, isStuck)
  }
}
