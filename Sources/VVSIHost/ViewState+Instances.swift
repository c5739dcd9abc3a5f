extension ViewState {
  /// An instance's last committed state.
  ///
  /// - Throws: ``Rejection`` if there is no such instance.
  public func snapshot(of name: InstanceName) throws(Rejection) -> Snapshot {
    let instance = try instance(name)
    let waiting = instance.lane.count
    return Snapshot(
      version: instance.version, state: instance.state, waiting: waiting,
      running: max(0, instance.openCount - waiting))
  }

  /// Opens another instance of a feature, with the feature's initial state.
  ///
  /// - Throws: ``Rejection`` if no plugin has the feature, there are too many instances, or it cannot be made.
  public func open(_ feature: String) async throws(Rejection) -> InstanceName {
    if let owner = owners[feature] { await waitForReload(of: owner) }
    guard let owner = owners[feature], let plugin = loaded[owner],
      let provider = plugin.providers[feature]
    else { throw .unknownFeature(feature, known: owners.keys.sorted()) }
    guard openInstances(of: feature).count < limits.instances else {
      throw .tooManyInstances(feature: feature, limit: limits.instances)
    }
    let number = instances[InstanceName(feature: feature)] == nil ? 1 : nextNumber(of: feature)
    let name = InstanceName(feature: feature, number: number)
    do throws(Fault) {
      let made = try await make(name, of: plugin, with: provider)
      guard loaded[owner]?.generation == plugin.generation, instances[name] == nil else {
        await discard(made)
        throw Fault(code: "closed", message: "the plugin changed while the instance was made")
      }
      install(made)
      return name
    } catch {
      throw .fault(error)
    }
  }

  /// Closes an instance: what waits for it is rejected, what runs is cancelled, its state is gone.
  ///
  /// - Throws: ``Rejection`` if there is no such instance.
  public func close(_ name: InstanceName) async throws(Rejection) {
    let instance = try instance(name)
    remove(name)
    await retire(instance)
  }

  func openInstances(of feature: String) -> [InstanceName] {
    instances.keys.filter { $0.feature == feature }.sorted()
  }

  private func nextNumber(of feature: String) -> Int {
    let number = max(1, lastNumbers[feature] ?? 1) + 1
    lastNumbers[feature] = number
    return number
  }

  /// Makes an instance that nobody can see yet.
  func make(
    _ name: InstanceName, of plugin: LoadedPlugin, with provider: any FeatureProvider,
    state: [UInt8]? = nil
  ) async throws(Fault) -> Instance {
    let port = ReportPort(
      name: name, generation: plugin.generation, inbox: inbox,
      notifications: limits.notifications)
    let limit = limits.stateBytes
    let (endpoint, first) = try await offActor { () throws(Fault) in
      let endpoint = try provider.create(state: state) { port.report($0) }
      do throws(Fault) {
        let first = try endpoint.snapshot()
        guard first.count <= limit else { throw .tooLarge(first.count, limit: limit) }
        return (endpoint, first)
      } catch {
        endpoint.destroy()
        throw error
      }
    }
    return Instance(
      name: name, id: nextInstanceID(), plugin: plugin.name, generation: plugin.generation,
      endpoint: endpoint,
      port: port, lane: lane(for: name, endpoint: endpoint, port: port, provider: provider),
      state: first)
  }

  func lane(
    for name: InstanceName, endpoint: any Endpoint, port: ReportPort,
    provider: any FeatureProvider
  ) -> Lane {
    let schema = provider.description.actionSchema
    return Lane(name: name, endpoint: endpoint) { ticket, action, fault in
      port.reject(ticket, Rejection(fault, action: action, schema: schema))
    }
  }

  /// Makes an instance visible and tells its first state.
  func install(_ instance: Instance) {
    put(instance)
    publish(
      .state(feature: instance.name, ticket: nil, version: instance.version, state: instance.state))
  }

  func discard(_ instance: Instance) async {
    let endpoint = instance.endpoint
    await offActor { endpoint.destroy() }
  }

  /// Ends an instance that is out of the table already.
  ///
  /// A call that does not return in time is left behind.
  func retire(_ instance: Instance) async {
    let name = instance.name
    for action in instance.lane.takeAll() { reject(action.ticket, of: name, for: .closed(name)) }
    instance.endpoint.cancel(nil)
    let isQuiet = await instance.lane.hold(atMost: Takeover().grace)
    instance.lane.end()
    if isQuiet { await discard(instance) }
    drain()
    for ticket in tickets.tickets(of: instance.id).sorted() {
      fail(ticket, of: name, with: Fault(code: "closed", message: "\(name) was closed"))
      settle(ticket, of: name)
    }
  }
}
