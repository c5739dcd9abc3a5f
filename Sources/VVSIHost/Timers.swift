/// Does things later, on a thread of its own.
package final class Timers: Sendable {
  /// The process's.
  package static let shared = Timers()

  private struct Timer {
    var due: Double
    var body: @Sendable () -> Void
  }

  private struct State {
    /// The last one is due first.
    var timers: [Timer] = []
    var isStarted = false
  }

  private enum Step {
    case fire([Timer])
    /// Another timer is the first one now.
    case look
  }

  private let state = Awaited(State())

  private init() {}

  /// Calls `body` after so many seconds; it must be soon done.
  package func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
    let timer = Timer(due: Moment.now.seconds + seconds, body: body)
    let isFirst = state.change { state in
      let place = state.timers.firstIndex { $0.due <= timer.due } ?? state.timers.endIndex
      state.timers.insert(timer, at: place)
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst, !startThread("vvsi.timers", { self.go() }) else { return }
    // The next one tries again.
    state.withLock { $0.isStarted = false }
  }

  /// Waits for so many seconds, or until the task is cancelled; `Task.sleep` needs a thread of the pool for that.
  package func sleep(for seconds: Double, isolation: isolated (any Actor)? = #isolation) async {
    let nap = Nap()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        nap.begin(continuation)
        after(seconds) { nap.end() }
      }
    } onCancel: {
      nap.end()
    }
  }

  private func go() {
    while true {
      let next = state.withLock { $0.timers.last?.due }
      let step = state.wait(atMost: next.map { max(0, $0 - Moment.now.seconds) } ?? 3_600) {
        state in
        Self.step(&state, aimedAt: next)
      }
      guard case .fire(let timers) = step else { continue }
      for timer in timers { timer.body() }
    }
  }

  private static func step(_ state: inout State, aimedAt next: Double?) -> Step? {
    let now = Moment.now.seconds
    var due: [Timer] = []
    while let last = state.timers.last, last.due <= now { due.append(state.timers.removeLast()) }
    if !due.isEmpty { return .fire(due) }
    return state.timers.last?.due == next ? nil : .look
  }
}

/// A wait that one of several ends.
private final class Nap: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Void, Never>?
    var isOver = false
  }

  private let state = Guarded(State())

  func begin(_ continuation: CheckedContinuation<Void, Never>) {
    let isOver = state.withLock { state in
      if !state.isOver { state.continuation = continuation }
      return state.isOver
    }
    if isOver { continuation.resume() }
  }

  func end() {
    let continuation = state.withLock { state in
      defer { state = State(continuation: nil, isOver: true) }
      return state.continuation
    }
    continuation?.resume()
  }
}
