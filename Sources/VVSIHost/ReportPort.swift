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
  /// What its reports that wait weigh together; see ``weight(of:)``.
  private let load = Atomic(0)

  /// How much may wait of one endpoint before whoever reports more has to wait as well.
  static let loadLimit = 8 << 20
  /// What a report weighs besides its text.
  private static let reportWeight = 1 << 10

  init(name: InstanceName, generation: Int, inbox: Inbox, notifications: Int = .max) {
    self.name = name
    self.generation = generation
    self.inbox = inbox
    gate = FloodGate(limit: notifications)
  }

  func report(_ report: Report) {
    if case .notified = report, !admitsNotification() { return }
    let load = load.wrappingAdd(Self.weight(of: report), ordering: .relaxed).newValue
    inbox.post(.report(self, report))
    if load > Self.loadLimit { waitForRoom() }
  }

  /// A report has been worked off.
  func lighten(by report: Report) {
    let weight = Self.weight(of: report)
    let left = load.wrappingSubtract(weight, ordering: .relaxed).newValue
    // Only who makes the step wakes those who wait for it.
    if left <= Self.roomyLoad, left + weight > Self.roomyLoad { inbox.room.change { _ in } }
  }

  /// Keeps a thread that reports faster than the host works until half of the limit is free, so that it need not be
  /// woken for each report.
  ///
  /// Not for ever, since the host may stand still for longer; and not if it is gone. The host's own thread, which may be
  /// in a call to the feature, must not wait for itself.
  private func waitForRoom() {
    guard !inbox.isReadHere else { return }
    inbox.room.wait(atMost: Self.secondsToWait) { _ in
      load.load(ordering: .relaxed) <= Self.roomyLoad || inbox.isClosed ? () : nil
    }
  }

  /// Below this, those who wait go on.
  private static let roomyLoad = loadLimit / 2
  private static let secondsToWait = 1.0

  private static func weight(of report: Report) -> Int {
    switch report {
    case .committed(_, let bytes), .notified(_, let bytes), .triggered(let bytes),
      .rejected(_, let bytes, _):
      reportWeight + bytes.count
    case .routed(_, let route): reportWeight + route.payload.count
    case .settled, .failed, .misbehaved: reportWeight
    }
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
