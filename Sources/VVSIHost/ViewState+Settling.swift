extension ViewState {
  /// Cancels actions whose calls returned long ago and that have not settled, if that is bounded, and ends those that do not
  /// come to an end then.
  func lookAtActions(on terms: Supervision) {
    guard let limit = terms.settleSeconds else { return }
    let now = ContinuousClock.now
    var seen: [Ticket: UnsettledAction] = [:]
    for (ticket, name) in tickets.all {
      guard let instance = instances[name], instance.hasReturned(ticket) else { continue }
      var action = unsettled[ticket] ?? UnsettledAction(since: now)
      let age = action.since.duration(to: now) / .seconds(1)
      if !action.isCancelled, age >= limit {
        action.isCancelled = true
        instance.endpoint.cancel(ticket)
        fail(ticket, of: name, with: .unsettled(limit))
      }
      seen[ticket] = action
      if age >= limit + terms.graceSeconds { expire(ticket, of: name) }
    }
    unsettled = seen
  }

  private func expire(_ ticket: Ticket, of name: InstanceName) {
    settle(ticket, of: name)
    if expired.count >= Self.expiredKept, let oldest = expired.min() { expired.remove(oldest) }
    expired.insert(ticket)
  }

  /// How many actions are remembered that were ended by the host.
  private static let expiredKept = 1_024
}

extension Instance {
  /// Whether the call of an action that has not ended has returned.
  fileprivate func hasReturned(_ ticket: Ticket) -> Bool {
    guard frozen == nil else { return false }
    // In this order: an action goes from the one to the other.
    if let oldest = lane.oldest, oldest <= ticket { return false }
    if let oldest = endpoint.oldestCall, oldest <= ticket { return false }
    return true
  }
}

extension Fault {
  fileprivate static func unsettled(_ limit: Double) -> Fault {
    Fault(
      code: "deadline",
      message: "it had not settled \(limit) s after its call had returned, and was cancelled")
  }
}

/// An action that goes on after its call has returned.
struct UnsettledAction {
  /// When it was seen first that the call had returned.
  let since: ContinuousClock.Instant
  var isCancelled = false
}
