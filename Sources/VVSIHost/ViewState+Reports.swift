import VVSIJSON

extension ViewState {
  /// Works off what endpoints have reported since the last time.
  func drain() {
    let messages = inbox.take()
    isDraining = true
    var number = 0
    for message in messages {
      switch message {
      case .report(let port, let report): receive(report, from: port)
      case .rejected(let port, let ticket, let reason):
        reject(ticket, of: port.name, for: reason)
      case .posted(let name, let action): _ = try? trigger(name, action: action)
      case .said(let kind): publish(kind)
      }
      number += 1
      if number & 63 == 0 { startLanes() }
    }
    isDraining = false
    startLanes()
    flushEvents()
    inbox.giveBack(messages)
  }

  /// Starts the lanes that got their first action, several actions at a time, so that threads are seldom woken.
  private func startLanes() {
    guard !idleLanes.isEmpty else { return }
    for lane in idleLanes { lane.start() }
    idleLanes.removeAll(keepingCapacity: true)
  }

  func reject(_ ticket: Ticket, of name: InstanceName, for reason: Rejection) {
    guard tickets[ticket] != nil else { return }
    publish(.rejected(feature: name.description, ticket: ticket, reason: reason))
    end(ticket) { _ in .rejected(reason) }
  }

  private func receive(_ report: Report, from port: ReportPort) {
    guard let instance = port.instance?.takeUnretainedValue() else {
      port.lighten(by: report)
      receiveLate(report, from: port)
      return
    }
    if instance.frozen != nil {
      instance.frozen?.append(report)
    } else {
      port.lighten(by: report)
      apply(report, to: instance)
    }
  }

  func apply(_ report: Report, to instance: Instance) {
    switch report {
    case .committed(let ticket, let state):
      commit(state, of: instance, ticket: open(ticket, of: instance))
    case .notified(let ticket, let notification):
      notify(notification, of: instance, ticket: open(ticket, of: instance))
    case .rejected(let ticket, let action, let fault):
      let plugin = loaded[instance.plugin]
      let schema = plugin?.providers[instance.name.feature]?.description.actionSchema ?? .null
      reject(ticket, of: instance.name, for: Rejection(fault, action: action, schema: schema))
    case .settled(let ticket):
      let hasFailed = instance.fallback != nil && tickets[ticket]?.fault != nil
      settle(ticket, of: instance.name)
      offerRollback(of: instance, ifFirst: hasFailed)
    case .failed(let ticket, let fault): fail(ticket, of: instance.name, with: fault)
    case .routed(let ticket, let route):
      publish(.route(feature: instance.name, ticket: open(ticket, of: instance), to: route))
    case .triggered(let action): triggerItself(instance, action)
    case .misbehaved(let fault): blame(instance.plugin, for: fault, in: instance.name)
    }
  }

  private func commit(_ state: [UInt8], of instance: Instance, ticket: Ticket?) {
    guard state.count <= limits.stateBytes else {
      fail(
        ticket, of: instance.name,
        with: .tooLarge(state.count, limit: limits.stateBytes))
      return
    }
    instance.version += 1
    instance.state = state
    announce(
      .state(feature: instance.name, ticket: ticket, version: instance.version, state: state))
  }

  private func notify(_ notification: [UInt8], of instance: Instance, ticket: Ticket?) {
    guard notification.count <= limits.stateBytes else {
      fail(
        ticket, of: instance.name,
        with: Fault(
          code: "too_large",
          message: "a notification of \(notification.count) bytes, where at most"
            + " \(limits.stateBytes) are passed on"))
      return
    }
    announce(.notification(feature: instance.name, ticket: ticket, notification: notification))
  }

  /// The ticket, if its action has not ended; otherwise this is the plugin's fault, and what it says belongs to no action.
  private func open(_ ticket: Ticket?, of instance: Instance) -> Ticket? {
    guard let ticket, !tickets.contains(ticket) else { return ticket }
    guard !expired.contains(ticket) else { return nil }
    accuse(instance, "unknown_ticket", "ticket \(ticket) is not open and cannot be reported on")
    return nil
  }

  /// What does not fit into the mailbox is dropped and counted, and no rejection each: a feature may do this in a loop.
  private func triggerItself(_ instance: Instance, _ action: [UInt8]) {
    guard instance.lane.count < limits.mailbox, action.count <= limits.actionBytes else {
      let reason =
        action.count > limits.actionBytes
        ? "an action of \(action.count) bytes, where at most \(limits.actionBytes) are taken"
        : "more than \(limits.mailbox) actions wait"
      return accuse(instance, "mailbox_full", "it triggered itself in vain: \(reason)")
    }
    _ = try? trigger(instance.name, action: action)
  }

  /// Tells of the first fault of an instance, the second, the fourth and so on.
  private func accuse(_ instance: Instance, _ code: String, _ message: String) {
    guard let count = instance.port.countFault() else { return }
    let times = count > 1 ? " (\(count) faults so far)" : ""
    blame(instance.plugin, for: Fault(code: code, message: message + times), in: instance.name)
  }

  func settle(_ ticket: Ticket, of name: InstanceName) {
    guard let ticketed = tickets[ticket], ticketed.instance == name else {
      guard expired.remove(ticket) == nil else { return }
      let fault = Fault(
        code: "unknown_ticket", message: "ticket \(ticket) is not open and cannot be settled")
      blame(instances[name]?.plugin ?? name.feature, for: fault, in: name)
      return
    }
    let milliseconds = ticketed.since.millisecondsSince
    announce(.settled(feature: name, ticket: ticket, milliseconds: milliseconds))
    end(ticket) { ticketed in
      ticketed.fault.map { .failed($0, milliseconds: milliseconds) }
        ?? .settled(milliseconds: milliseconds)
    }
  }

  /// A new generation whose first action fails was perhaps no good idea.
  private func offerRollback(of instance: Instance, ifFirst hasFailed: Bool) {
    guard let fallback = instance.fallback else { return }
    instance.fallback = nil
    guard hasFailed else { return }
    publish(
      .log(
        plugin: instance.plugin, level: .warning,
        message: "generation \(instance.generation) failed its first action of \(instance.name); "
          + ":rollback \(instance.plugin) leads back to generation \(fallback)"))
  }

  func fail(_ ticket: Ticket?, of name: InstanceName, with fault: Fault) {
    if let ticket, expired.contains(ticket) { return }
    if let ticket, tickets[ticket]?.instance == name { tickets.update(ticket) { $0.fail(fault) } }
    publish(.failed(feature: name, ticket: ticket, fault: fault))
  }

  func blame(_ plugin: String, for fault: Fault, in name: InstanceName) {
    publish(
      .log(
        plugin: plugin, level: .error, message: "\(name): \(fault.message) (\(fault.code))"))
  }

  /// What comes from an endpoint that was replaced or closed: only the end of an action still counts.
  func receiveLate(_ report: Report, from port: ReportPort) {
    switch report {
    case .settled(let ticket):
      if tickets[ticket]?.instance == port.name { settle(ticket, of: port.name) }
    case .rejected(let ticket, _, let fault): reject(ticket, of: port.name, for: .fault(fault))
    case .failed(let ticket, let fault):
      if let ticket, tickets[ticket] != nil { fail(ticket, of: port.name, with: fault) }
    case .committed, .notified, .routed, .triggered: port.countLate()
    case .misbehaved(let fault): blame(port.name.feature, for: fault, in: port.name)
    }
  }
}

extension Duration {
  /// The duration in milliseconds.
  var milliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }
}
