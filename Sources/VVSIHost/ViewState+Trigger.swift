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
      return try enqueue(action, to: try instance(name))
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

  /// Tells everyone something, without waiting; for those who must not wait, such as whoever reads what a plugin prints.
  ///
  /// What one caller tells keeps its order, and is told before anything that the caller asks of the actor afterwards.
  public nonisolated func post(_ kind: Event.Kind) {
    inbox.post(.said(kind))
  }

  /// Asks that an action come to an end soon; whether it does is up to its feature.
  ///
  /// - Returns: Whether there is such an action that has not settled.
  @discardableResult
  public func cancel(_ ticket: Ticket) -> Bool {
    guard let ticketed = tickets[ticket] else { return false }
    instances[ticketed.instance]?.endpoint.cancel(ticket)
    return true
  }

  func instance(_ name: InstanceName) throws(Rejection) -> Instance {
    if let instance = lastInstance(name) { return instance }
    guard owners[name.feature] != nil else {
      throw .unknownFeature(name.feature, known: owners.keys.sorted())
    }
    throw .unknownInstance(name, open: openInstances(of: name.feature))
  }

  private func enqueue(_ action: [UInt8], to instance: Instance) throws(Rejection) -> Ticket {
    guard action.count <= limits.actionBytes else {
      throw .tooLarge(bytes: action.count, limit: limits.actionBytes)
    }
    let ticket = Ticket(lastTicket + 1)
    let isFirst = instance.lane.enqueue(
      Lane.Action(ticket: ticket, text: action), limit: limits.mailbox)
    guard let isFirst else { throw .mailboxFull(instance.name, limit: limits.mailbox) }
    lastTicket += 1
    tickets.insert(Ticketed(instance.name, id: instance.id), at: ticket)
    instance.openCount += 1
    announce(.triggered(feature: instance.name, ticket: ticket, action: action))
    guard isFirst else { return ticket }
    beginSupervision()
    if isDraining { idleLanes.append(instance.lane) } else { instance.lane.start() }
    return ticket
  }
}
