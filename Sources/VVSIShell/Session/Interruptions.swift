import Synchronization

/// What ends a wait, or all, from outside: signals, and a reader that goes away.
public final class Interruptions: Sendable {
  /// What came.
  enum Kind: Sendable {
    /// Ctrl-C, or SIGINT.
    case interrupt
    /// SIGTERM or SIGHUP.
    case terminate
    /// Nobody reads the output any more.
    case outputClosed
  }

  private struct State {
    var pending: Kind?
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var last = 0

    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      defer { waiters = [:] }
      return Array(waiters.values)
    }
  }

  private let state = Mutex(State())

  /// Makes a source that nothing comes from yet; see ``watchSignals()``.
  public init() {}

  /// Ends the waits of all who wait now, or the next one.
  func raise(_ kind: Kind) {
    let waiters = state.withLock { state in
      if state.pending == nil || state.pending == .interrupt { state.pending = kind }
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns once something has come that nobody has taken, or once the task is cancelled.
  func wait() async {
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if Task.isCancelled || state.pending != nil { return true }
          state.waiters[id] = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }

  /// What has come; it is gone from here then.
  func take() -> Kind? {
    state.withLock { state in
      defer { state.pending = nil }
      return state.pending
    }
  }
}
