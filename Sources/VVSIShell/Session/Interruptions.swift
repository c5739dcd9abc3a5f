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

  private struct Waiter {
    var continuation: CheckedContinuation<Void, Never>
    var isForEndings: Bool
  }

  private struct State {
    /// How often there was a Ctrl-C that nobody has taken: a second one means more than the first.
    var interrupts = 0
    /// The first of what is no Ctrl-C.
    var ending: Kind?
    var waiters: [Int: Waiter] = [:]
    var last = 0

    func isOver(forEndings isForEndings: Bool) -> Bool {
      ending != nil || !isForEndings && interrupts > 0
    }

    mutating func takeWaiters() -> [Waiter] {
      let ready = waiters.filter { isOver(forEndings: $0.value.isForEndings) }
      for id in ready.keys { waiters[id] = nil }
      return Array(ready.values)
    }
  }

  private let state = Mutex(State())

  /// Makes a source that nothing comes from yet; see ``watchSignals()``.
  public init() {}

  /// Ends the waits of all who wait for this now, or the next one.
  func raise(_ kind: Kind) {
    let waiters = state.withLock { state in
      if kind == .interrupt {
        state.interrupts += 1
      } else {
        state.ending = state.ending ?? kind
      }
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  /// Returns once something has come that nobody has taken, or once the task is cancelled.
  ///
  /// - Parameter isForEndings: Whether Ctrl-C is left to others.
  func wait(forEndings isForEndings: Bool = false) async {
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if Task.isCancelled || state.isOver(forEndings: isForEndings) { return true }
          state.waiters[id] = Waiter(continuation: continuation, isForEndings: isForEndings)
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
    }
  }

  /// The gravest that has come; it is gone from here then, and so is what is less grave.
  func take() -> Kind? {
    state.withLock { state in
      if let ending = state.ending {
        (state.ending, state.interrupts) = (nil, 0)
        return ending
      }
      guard state.interrupts > 0 else { return nil }
      state.interrupts -= 1
      return .interrupt
    }
  }

  /// What has come that is no Ctrl-C; it is gone from here then.
  func takeEnding() -> Kind? {
    state.withLock { state in
      defer { state.ending = nil }
      return state.ending
    }
  }

  /// What Ctrl-C was meant for has ended by itself.
  func forgetInterrupts() {
    state.withLock { $0.interrupts = 0 }
  }
}
