import VVSIHost

/// How far the host's events have been shown, for those who wait for it.
final class Progress: Sendable {
  /// How a wait for an action's end came out.
  enum Outcome: Sendable {
    /// All that came of the action has been shown.
    case ended
    /// The time is over.
    case expired
    /// The waiting task was cancelled.
    case cancelled
    /// Events were dropped, so that nobody can tell.
    case unknown
  }

  fileprivate enum Goal {
    case sequence(UInt64)
    case end(Ticket)
  }

  fileprivate struct Waiter {
    var goal: Goal
    var deadline: ContinuousClock.Instant?
    var continuation: CheckedContinuation<Outcome, Never>
  }

  fileprivate struct State {
    var shown: UInt64 = 0
    var lastTicket = Ticket(0)
    var open: Set<Ticket> = []
    var hasGaps = false
    var isOver = false
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
    /// When the next timer goes off; nil if none is set.
    var timer: ContinuousClock.Instant?
  }

  private let state = Guarded(State())

  /// Tells that an event has been shown.
  func pass(_ event: Event) {
    resume { state in
      state.pass(event)
    }
  }

  /// Tells that no further event can be shown.
  func finish() {
    resume { $0.isOver = true }
  }

  /// Returns once the event of this number has been shown, or can be shown no more.
  func hasShown(_ sequence: UInt64, isolation: isolated (any Actor)? = #isolation) async {
    _ = await wait(for: .sequence(sequence), until: nil)
  }

  /// Waits until all that came of an action has been shown.
  func end(
    of ticket: Ticket, within seconds: Double, isolation: isolated (any Actor)? = #isolation
  ) async -> Outcome {
    await wait(for: .end(ticket), until: .now + .bounded(seconds: seconds))
  }

  private func wait(
    for goal: Goal, until deadline: ContinuousClock.Instant?,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Outcome {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state -> Outcome? in
          if let outcome = state.outcome(of: goal) { return outcome }
          if Task.isCancelled { return .cancelled }
          state.waiters[id] = Waiter(goal: goal, deadline: deadline, continuation: continuation)
          return nil
        }
        if let outcome {
          continuation.resume(returning: outcome)
        } else if deadline != nil {
          setTimer()
        }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?
        .continuation.resume(returning: .cancelled)
    }
  }

  /// Changes the state and resumes those who have waited for that.
  private func resume(after change: (inout State) -> Void) {
    let ready = state.withLock { state in
      change(&state)
      return state.takeReady()
    }
    for (waiter, outcome) in ready { waiter.continuation.resume(returning: outcome) }
  }

  // MARK: Deadlines

  /// Sees to it that the next deadline is kept.
  private func setTimer() {
    let next = state.withLock { state -> ContinuousClock.Instant? in
      guard let next = state.waiters.values.compactMap(\.deadline).min(),
        state.timer.map({ next < $0 }) ?? true
      else { return nil }
      state.timer = next
      return next
    }
    guard let next else { return }
    let seconds = max(0, ContinuousClock.now.duration(to: next) / .seconds(1))
    Timers.shared.after(seconds) { self.expire() }
  }

  private func expire() {
    let now = ContinuousClock.now
    let late = state.withLock { state in
      state.timer = nil
      let late = state.waiters.filter { $0.value.deadline.map { $0 <= now } ?? false }
      for id in late.keys { state.waiters[id] = nil }
      return late.values
    }
    for waiter in late { waiter.continuation.resume(returning: .expired) }
    setTimer()
  }
}

extension Progress.State {
  fileprivate mutating func pass(_ event: Event) {
    shown = max(shown, event.sequence)
    switch event.kind {
    case .triggered(_, let ticket, _):
      lastTicket = max(lastTicket, ticket)
      open.insert(ticket)
    case .settled(_, let ticket, _), .rejected(_, let ticket?, _): open.remove(ticket)
    case .dropped: hasGaps = true
    default: break
    }
  }

  /// How a wait for `goal` has come out; nil if it has to go on.
  fileprivate func outcome(of goal: Progress.Goal) -> Progress.Outcome? {
    switch goal {
    case .sequence(let sequence): return isOver || sequence <= shown ? .ended : nil
    case .end(let ticket):
      if hasGaps { return .unknown }
      return isOver || ticket <= lastTicket && !open.contains(ticket) ? .ended : nil
    }
  }

  fileprivate mutating func takeReady() -> [(Progress.Waiter, Progress.Outcome)] {
    var ready: [(Progress.Waiter, Progress.Outcome)] = []
    for (id, waiter) in waiters {
      guard let outcome = outcome(of: waiter.goal) else { continue }
      waiters[id] = nil
      ready.append((waiter, outcome))
    }
    return ready
  }
}
