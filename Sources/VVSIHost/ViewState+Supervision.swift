extension ViewState {
  /// From the first action on tells of calls in this process that do not return, and cancels them when their time is over.
  ///
  /// More cannot be done to a thread of one's own process.
  public func supervise(on terms: Supervision) {
    supervision = terms
    supervisor = nil
  }

  /// Begins to look at calls, if that is wanted and was not begun.
  func beginSupervision() {
    guard supervisor == nil, let terms = supervision else { return }
    lastSupervisor += 1
    supervisor = lastSupervisor
    look(as: lastSupervisor, on: terms)
  }

  private nonisolated func look(as number: Int, on terms: Supervision) {
    let shortest = min(terms.blockedSeconds, terms.settleSeconds ?? terms.blockedSeconds)
    Timers.shared.after(min(60, max(0.01, shortest / 2))) { [weak self] in
      guard let self else { return }
      executor.run {
        let goesOn = self.assumeIsolated { viewState in
          guard viewState.supervisor == number else { return false }
          viewState.lookAtCalls(on: terms)
          viewState.lookAtActions(on: terms)
          return true
        }
        if goesOn { self.look(as: number, on: terms) }
      }
    }
  }

  private func lookAtCalls(on terms: Supervision) {
    let now = ContinuousClock.now
    var seen: [InstanceName: BlockedCall] = [:]
    for (name, instance) in instances {
      guard !instance.endpoint.isSupervised, let ticket = instance.lane.running else { continue }
      var call = BlockedCall(ticket: ticket, since: now)
      if let known = blockedCalls[name], known.ticket == ticket { call = known }
      advance(&call, of: instance, call.since.duration(to: now) / .seconds(1), on: terms)
      seen[name] = call
    }
    blockedCalls = seen
  }

  private func advance(
    _ call: inout BlockedCall, of instance: Instance, _ age: Double, on terms: Supervision
  ) {
    if !call.isReported, age >= terms.blockedSeconds {
      call.isReported = true
      tell(instance, "\(call.ticket) has been blocking it for \((age * 10).rounded() / 10) s")
    }
    if !call.isCancelled, age >= terms.deadlineSeconds {
      call.isCancelled = true
      instance.endpoint.cancel(call.ticket)
      tell(
        instance,
        "\(call.ticket) was cancelled, since it blocked it for more than "
          + "\(terms.deadlineSeconds) s; in a process of its own it would be ended")
    }
  }

  private func tell(_ instance: Instance, _ what: String) {
    publish(
      .log(plugin: instance.plugin, level: .warning, message: "\(instance.name): ticket \(what)"))
  }
}

/// A call in this process that had not returned when it was looked at.
struct BlockedCall {
  let ticket: Ticket
  let since: ContinuousClock.Instant
  var isReported = false
  var isCancelled = false
}
