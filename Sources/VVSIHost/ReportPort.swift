import Synchronization

/// Carries the reports of one endpoint to the host's actor, in order, without a task for each.
///
/// Reports come from any thread. They are put into the host's inbox under a lock, and the actor is woken once for all
/// that wait.
final class ReportPort: Sendable {
  let name: InstanceName
  let generation: Int
  /// The instance, while it is in the host's table and this is its port; touched on the host's actor only.
  nonisolated(unsafe) var instance: Unmanaged<Instance>?
  private let inbox: Inbox
  private let gate: FloodGate
  private let faults = Atomic(0)
  private let late = Atomic(0)

  init(name: InstanceName, generation: Int, inbox: Inbox, notifications: Int = .max) {
    self.name = name
    self.generation = generation
    self.inbox = inbox
    gate = FloodGate(limit: notifications)
  }

  func report(_ report: Report) {
    if case .notified = report, !admitsNotification() { return }
    inbox.post(.report(self, report))
  }

  private func admitsNotification() -> Bool {
    gate.admits { [weak self] excess in
      guard let self else { return }
      let fault = Fault(code: "too_many_notifications", message: excess.words("notifications"))
      inbox.post(.report(self, .misbehaved(fault)))
    }
  }

  /// How many faults of one kind or another there were, if that is to be told: a plugin that errs in a loop must not
  /// flood.
  func countFault() -> Int? {
    let count = faults.wrappingAdd(1, ordering: .relaxed).newValue
    return count & (count - 1) == 0 ? count : nil
  }

  func reject(_ ticket: Ticket, _ reason: Rejection) {
    inbox.post(.rejected(self, ticket, reason))
  }

  /// Counts a report that came after the endpoint was replaced.
  func countLate() {
    late.wrappingAdd(1, ordering: .relaxed)
  }

  /// How many reports came after the endpoint was replaced, since the last call.
  func takeLate() -> Int {
    late.exchange(0, ordering: .relaxed)
  }
}
