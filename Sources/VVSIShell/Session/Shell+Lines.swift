import VVSIHost
import VVSIJSON

extension Shell {
  /// Runs one line, and shows what came of it.
  func run(_ input: LineInput) async {
    isShown = false
    switch input {
    case .line(let text): await run(text)
    case .unreadable(let error): await complain(error)
    case .interrupted, .quit, .end: break
    }
    if !isShown { await showAll() }
  }

  private func run(_ text: String) async {
    do throws(LineError) {
      switch try LineParser.parse(text) {
      case .empty: break
      case .command(let name, let words): await run(command: name, words)
      case .show(let feature): await show(feature)
      case .trigger(let trigger): await run(trigger)
      case .envelope(let text, let inBackground): await run(envelope: text, inBackground)
      }
    } catch {
      await complain(error)
    }
  }

  // MARK: Actions

  private func run(_ line: Line.Trigger) async {
    await trigger(line.feature, inBackground: line.inBackground) { schema throws(Rejection) in
      try PayloadBuilder.action(for: line, schema: schema)
    }
  }

  private func run(envelope text: String, _ inBackground: Bool) async {
    do throws(Rejection) {
      let envelope = try Envelope(parsing: text)
      await trigger(envelope.feature, inBackground: inBackground) { _ in envelope.action }
    } catch {
      await viewState.publish(
        .error(code: error.code, message: Wording.message(error, feature: "")))
    }
  }

  /// Checks an action before it makes the trip, triggers it, and waits unless it runs in the background.
  private func trigger(
    _ feature: String, inBackground: Bool, action: (JSON) throws(Rejection) -> JSON
  ) async {
    let ticket: Ticket
    do throws(Rejection) {
      let (instance, schema) = try await target(feature)
      let action = try action(schema)
      if let violation = JSONSchema.validate(action, against: schema) { throw Rejection(violation) }
      guard let given = try? await viewState.trigger(instance, action: action.bytes()) else {
        return
      }
      ticket = given
    } catch {
      await reject(feature, error)
      return
    }
    if inBackground {
      background.append(ticket)
    } else {
      await wait(for: ticket, of: feature)
    }
  }

  /// The instance of this name, which need not be open, and its feature's action schema.
  private func target(_ name: String) async throws(Rejection) -> (InstanceName, JSON) {
    let features = await viewState.features()
    guard let instance = InstanceName(name),
      let status = features.first(where: { $0.description.id == instance.feature })
    else {
      throw .unknownFeature(name, known: features.map(\.description.id))
    }
    return (instance, status.description.actionSchema)
  }

  // MARK: States

  /// Shows a state; programs get it as a `state` event without a ticket.
  func show(_ name: String) async {
    do throws(Rejection) {
      let (instance, _) = try await target(name)
      if outputs.isJSON {
        try await viewState.tellAgain(instance)
      } else {
        let state = try await viewState.snapshot(of: instance).state
        await transcript.say(text(of: state, of: instance))
      }
    } catch {
      await reject(name, error)
    }
  }

  private func text(of state: [UInt8], of instance: InstanceName) -> String {
    guard let value = try? JSON(parsing: state) else {
      return Printable.escape(String(decoding: state, as: UTF8.self)) + "\n"
    }
    return StateText.whole(value, of: instance, style: outputs.style)
  }

  /// Opens and shows the feature that another one led to.
  private func arrive(by route: Route) async {
    hasArrived = true
    do throws(Rejection) {
      let (instance, _) = try await target(route.feature)
      let isOpen = (try? await viewState.snapshot(of: instance)) != nil
      let shown = isOpen ? instance : try await viewState.open(instance.feature)
      guard !outputs.isJSON else { return }
      let state = try await viewState.snapshot(of: shown).state
      await transcript.say(text(of: state, of: shown))
    } catch {
      let message = Wording.routeFailed(Wording.message(error, feature: route.feature))
      await viewState.publish(.error(code: error.code, message: message))
    }
  }

  /// Does what an event asks for beyond being shown.
  func react(to kind: Event.Kind) async {
    if case .route(_, _, let route) = kind {
      await arrive(by: route)
    } else {
      await refreshCatalog()
    }
  }

  func refreshCatalog() async {
    guard isInteractive else { return }
    let features = await viewState.features()
    let plugins = await viewState.plugins().map(\.name)
    catalog.withLock { $0 = Catalog(features: features, plugins: plugins) }
  }

  // MARK: Errors

  /// Tells everyone that an action, or a request about a feature, was refused.
  func reject(_ feature: String, _ reason: Rejection) async {
    await viewState.publish(.rejected(feature: feature, ticket: nil, reason: reason))
  }

  private func complain(_ error: LineError) async {
    await viewState.publish(.error(code: Wording.code(error), message: Wording.message(error)))
  }

  func complain(_ error: CommandError) async {
    await viewState.publish(.error(code: Wording.code(error), message: Wording.message(error)))
  }
}

extension ViewState {
  /// Tells an instance's state once more, in one step with reading it.
  fileprivate func tellAgain(_ instance: InstanceName) throws(Rejection) {
    let snapshot = try snapshot(of: instance)
    publish(
      .state(feature: instance, ticket: nil, version: snapshot.version, state: snapshot.state))
  }
}
