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

/// How the last actions ended, for those who ask late.
struct Outcomes {
  var limit = 0
  /// A place for each of as many tickets, taken in turn.
  private var places: [Entry] = []

  /// How most actions end takes no object.
  private struct Entry {
    var ticket: UInt64 = 0
    var milliseconds = 0.0
    var other: Other?
  }

  private final class Other {
    let settlement: Settlement
    init(_ settlement: Settlement) { self.settlement = settlement }
  }

  private func place(_ ticket: Ticket) -> Int {
    Int(truncatingIfNeeded: ticket.number) % limit
  }

  subscript(ticket: Ticket) -> Settlement? {
    guard limit > 0, place(ticket) < places.count else { return nil }
    let entry = places[place(ticket)]
    guard entry.ticket == ticket.number else { return nil }
    return entry.other?.settlement ?? .settled(milliseconds: entry.milliseconds)
  }

  mutating func record(_ settlement: Settlement, of ticket: Ticket) {
    guard limit > 0 else { return }
    let place = place(ticket)
    while places.count <= place { places.append(Entry()) }
    places[place] =
      if case .settled(let milliseconds) = settlement {
        Entry(ticket: ticket.number, milliseconds: milliseconds)
      } else {
        Entry(ticket: ticket.number, other: Other(settlement))
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
          tickets.update(ticket) { $0.wait(waiter, continuation) }
        }
      }
    } onCancel: {
      executor.run { self.assumeIsolated { $0.endWait(waiter, for: ticket) } }
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

  /// Whether no action waits or runs.
  public var isIdle: Bool {
    drain()
    return tickets.isEmpty
  }

  private func endWait(_ waiter: Int, for ticket: Ticket) {
    tickets[ticket]?.endWait(waiter)?.resume(returning: .unfinished)
  }

  /// Ends an action, and tells those who wait for it.
  func end(_ ticket: Ticket, with settlement: (Ticketed) -> Settlement) {
    guard let ticketed = tickets.remove(ticket) else { return }
    let outcome = settlement(ticketed)
    outcomes.record(outcome, of: ticket)
    if let instance = lastInstance(ticketed.instance), instance.id == ticketed.id {
      instance.openCount -= 1
    }
    if ticketed.hasWaiters {
      // Who learns of the end has the events before it.
      flushEvents()
      for waiter in ticketed.waiters.values { waiter.resume(returning: outcome) }
    }
    if tickets.isEmpty, !idleWaiters.isEmpty {
      flushEvents()
      for waiter in idleWaiters { waiter.resume() }
      idleWaiters = []
    }
  }
}
