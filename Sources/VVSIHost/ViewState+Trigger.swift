extension ViewState {
  /// Gives an action its ticket and puts it into its instance's mailbox.
  ///
  /// Actions of one instance run in the order of these calls. Whether the feature understands the action shows later,
  /// as a `rejected` event with this ticket.
  ///
  /// - Parameters:
  ///   - name: The instance.
  ///   - action: The action's JSON text.
  /// - Returns: The action's ticket.
  /// - Throws: ``Rejection`` if there is no such instance, its mailbox is full, or the text is too large. A `rejected`
  ///   event without a ticket has been published then, and nothing changed.
  public func trigger(_ name: InstanceName, action: [UInt8]) throws(Rejection) -> Ticket {
    do throws(Rejection) {
      let instance = try instance(name)
      try admit(action, to: instance)
      return enqueue(action, to: instance)
    } catch {
      publish(.rejected(feature: name.description, ticket: nil, reason: error))
      throw error
    }
  }

  /// Triggers without waiting for the ticket; for those who have many actions and learn from the events what became of
  /// them.
  ///
  /// Actions posted by one caller keep their order among themselves. One that is refused is told by a `rejected` event.
  public nonisolated func post(_ name: InstanceName, action: [UInt8]) {
    inbox.post(.posted(name, action: action))
  }

  /// Asks that an action come to an end soon; whether it does is up to its feature.
  public func cancel(_ ticket: Ticket) {
    guard let ticketed = tickets[ticket] else { return }
    instances[ticketed.instance]?.endpoint.cancel(ticket)
  }

  func instance(_ name: InstanceName) throws(Rejection) -> Instance {
    if let instance = instances[name] { return instance }
    guard owners[name.feature] != nil else {
      throw .unknownFeature(name.feature, known: owners.keys.sorted())
    }
    throw .unknownInstance(name, open: openInstances(of: name.feature))
  }

  private func admit(_ action: [UInt8], to instance: Instance) throws(Rejection) {
    guard action.count <= limits.actionBytes else {
      throw .tooLarge(bytes: action.count, limit: limits.actionBytes)
    }
    guard instance.lane.count < limits.mailbox else {
      throw .mailboxFull(instance.name, limit: limits.mailbox)
    }
  }

  private func enqueue(_ action: [UInt8], to instance: Instance) -> Ticket {
    lastTicket += 1
    let ticket = Ticket(lastTicket)
    tickets[ticket] = Ticketed(instance: instance.name, since: .now)
    instance.open.insert(ticket)
    publish(.triggered(feature: instance.name, ticket: ticket, action: action))
    instance.lane.enqueue(Lane.Action(ticket: ticket, text: action))
    return ticket
  }
}
