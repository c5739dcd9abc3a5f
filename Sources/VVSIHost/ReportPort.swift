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
  private let late = Atomic(0)

  init(name: InstanceName, generation: Int, inbox: Inbox) {
    self.name = name
    self.generation = generation
    self.inbox = inbox
  }

  func report(_ report: Report) {
    inbox.post(.report(self, report))
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
