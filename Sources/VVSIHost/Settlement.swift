/// How an action ended.
public enum Settlement: Sendable, Equatable {
  /// Nothing more can come of it.
  case settled(milliseconds: Double)
  /// It was not understood; nothing happened.
  case rejected(Rejection)
  /// It ran and failed.
  case failed(Fault, milliseconds: Double)
  /// The wait was cancelled; the action goes on.
  case unfinished
  /// No action has this ticket, or it ended too long ago to be remembered.
  case unknown
}

/// An action that has not ended.
struct Ticketed {
  let instance: InstanceName
  let since: ContinuousClock.Instant
  var fault: Fault?
  var waiters: [Int: CheckedContinuation<Settlement, Never>] = [:]
}

/// How the last actions ended, for those who ask late.
struct Outcomes {
  var limit = 0
  private var settlements: [Ticket: Settlement] = [:]
  private var order: [Ticket] = []
  private var head = 0

  subscript(ticket: Ticket) -> Settlement? { settlements[ticket] }

  mutating func record(_ settlement: Settlement, of ticket: Ticket) {
    guard limit > 0 else { return }
    settlements[ticket] = settlement
    if order.count < limit {
      order.append(ticket)
    } else {
      settlements[order[head]] = nil
      order[head] = ticket
      head = (head + 1) % limit
    }
  }
}

extension ViewState {
  /// Waits until an action has ended, and says how.
  ///
  /// Cancelling the waiting task ends the wait with ``Settlement/unfinished``; the action goes on.
  public func settlement(of ticket: Ticket) async -> Settlement {
    lastWaiter += 1
    let waiter = lastWaiter
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Nothing may be checked before this closure: the action can end while the wait is prepared.
        if tickets[ticket] == nil {
          continuation.resume(returning: outcomes[ticket] ?? .unknown)
        } else if Task.isCancelled {
          continuation.resume(returning: .unfinished)
        } else {
          tickets[ticket]?.waiters[waiter] = continuation
        }
      }
    } onCancel: {
      Task { await self.endWait(waiter, for: ticket) }
    }
  }

  /// Waits until no action waits or runs.
  public func idle() async {
    await withCheckedContinuation { continuation in
      drain()
      if tickets.isEmpty {
        continuation.resume()
      } else {
        idleWaiters.append(continuation)
      }
    }
  }

  private func endWait(_ waiter: Int, for ticket: Ticket) {
    tickets[ticket]?.waiters.removeValue(forKey: waiter)?.resume(returning: .unfinished)
  }

  /// Ends an action, tells those who wait for it, and returns what it was.
  @discardableResult
  func end(_ ticket: Ticket, with settlement: (Ticketed) -> Settlement) -> Settlement? {
    guard let ticketed = tickets.removeValue(forKey: ticket) else { return nil }
    let outcome = settlement(ticketed)
    outcomes.record(outcome, of: ticket)
    instances[ticketed.instance]?.open.remove(ticket)
    for waiter in ticketed.waiters.values { waiter.resume(returning: outcome) }
    if tickets.isEmpty {
      for waiter in idleWaiters { waiter.resume() }
      idleWaiters = []
    }
    return outcome
  }
}
