extension ViewState {
  /// Makes another generation of a loaded plugin the live one, with the state of all its instances carried over: all of
  /// it, or nothing.
  ///
  /// Triggers that arrive meanwhile wait, and run on whichever generation is live afterwards. If this throws, the
  /// generation before goes on as if nothing had been tried; what it reported meanwhile is not lost.
  ///
  /// - Returns: What was carried and what was not; the same as in the `reloaded` event.
  /// - Throws: ``PluginError`` if the features do not fit or a state has no place in the new generation.
  @discardableResult
  public func replace(
    with next: Generation, on terms: Takeover
  ) async throws(PluginError) -> Reload {
    guard loaded[next.plugin] != nil else {
      throw .unknownPlugin(next.plugin, known: loaded.keys.sorted())
    }
    reloading.insert(next.plugin)
    defer { endReload(of: next.plugin) }
    try checkFeatures(of: next, on: terms)
    let held = await hold(next.plugin, on: terms)
    let began = ContinuousClock.now
    do throws(PluginError) {
      let successors = try await makeSuccessors(of: held, next: next, on: terms)
      let carry = began.duration(to: .now).milliseconds / 1e3
      return switchOver(held, to: successors, next: next, on: terms, carrySeconds: carry)
    } catch {
      for instance in held { release(instance) }
      throw error
    }
  }

  /// What a new generation brings for one instance.
  struct Successor {
    let name: InstanceName
    let instance: Instance
    let dropped: [Reload.Dropped]
  }

  private func endReload(of plugin: String) {
    reloading.remove(plugin)
    for waiter in reloadWaiters { waiter.resume() }
    reloadWaiters = []
  }

  /// Returns once no takeover of the plugin is under way.
  func waitForReload(of plugin: String) async {
    while reloading.contains(plugin) {
      await withCheckedContinuation { continuation in
        if reloading.contains(plugin) {
          reloadWaiters.append(continuation)
        } else {
          continuation.resume()
        }
      }
    }
  }

  /// With a reset, features may go; otherwise those stay that have instances.
  private func checkFeatures(of next: Generation, on terms: Takeover) throws(PluginError) {
    let features = Set(next.features)
    let lost = Set(instances.values.filter { $0.plugin == next.plugin }.map(\.name.feature))
      .subtracting(features)
    guard lost.isEmpty || terms.resetsState else {
      throw .featuresLost(plugin: next.plugin, features: lost.sorted())
    }
    for feature in next.features {
      if let owner = owners[feature], owner != next.plugin {
        throw .duplicateFeature(id: feature, plugin: next.plugin, owner: owner)
      }
    }
    guard features.count == next.features.count else {
      let twice = next.features.first { id in next.features.count(where: { $0 == id }) > 1 }
      throw .duplicateFeature(id: twice ?? "", plugin: next.plugin, owner: next.plugin)
    }
  }

  /// Stops the plugin's instances where they are: no further call, no further commit.
  private func hold(_ plugin: String, on terms: Takeover) async -> [Instance] {
    let mine = instances.values.filter { $0.plugin == plugin }.sorted { $0.name < $1.name }
    await withTaskGroup(of: Void.self) { group in
      for lane in mine.map(\.lane) {
        group.addTask { await lane.hold(atMost: terms.grace) }
      }
    }
    await waitForRunning(of: mine, atMost: terms.patience)
    drain()
    for instance in mine { instance.frozen = [] }
    return mine
  }

  private func waitForRunning(of mine: [Instance], atMost seconds: Double) async {
    let deadline = ContinuousClock.now + .bounded(seconds: seconds)
    for instance in mine {
      let waiting = instance.lane.waiting
      for ticket in tickets.tickets(of: instance.id).subtracting(waiting).sorted() {
        await waitForEnd(of: ticket, until: deadline)
      }
    }
  }

  private func waitForEnd(of ticket: Ticket, until deadline: ContinuousClock.Instant) async {
    guard tickets[ticket] != nil else { return }
    let waiting = start { _ = await $0.settlement(of: ticket) }
    Timers.shared.after(ContinuousClock.now.duration(to: deadline) / .seconds(1)) {
      waiting.cancel()
    }
    await withTaskCancellationHandler {
      _ = await waiting.value
    } onCancel: {
      waiting.cancel()
    }
  }

  /// Starts a task of the actor's that takes no thread of the pool: plugins may have taken all.
  @discardableResult
  private func start(
    _ body: @escaping @Sendable (isolated ViewState) async -> Void
  ) -> Task<Void, Never> {
    Task(executorPreference: thread) { await body(self) }
  }

  private func start(
    with instance: Instance,
    _ body: @escaping @Sendable (isolated ViewState, Instance) async -> Void
  ) {
    // It does not leave the actor.
    nonisolated(unsafe) let instance = instance
    start { await body($0, instance) }
  }

  /// Lets an instance go on as before, with what it reported meanwhile.
  private func release(_ instance: Instance) {
    let reports = instance.frozen ?? []
    instance.frozen = nil
    for report in reports {
      instance.port.lighten(by: report)
      apply(report, to: instance)
    }
    instance.lane.resume()
  }

  private func makeSuccessors(
    of held: [Instance], next: Generation, on terms: Takeover
  ) async throws(PluginError) -> [Successor] {
    let plugin = LoadedPlugin(next)
    let old = loaded[next.plugin]?.providers ?? [:]
    var successors: [Successor] = []
    do throws(PluginError) {
      for instance in held where next.features.contains(instance.name.feature) {
        successors.append(
          try await successor(
            of: instance.name, state: terms.resetsState ? nil : instance.state, plugin: plugin,
            before: old[instance.name.feature]))
      }
      for feature in next.features where openInstances(of: feature).isEmpty {
        successors.append(
          try await successor(
            of: InstanceName(feature: feature), state: nil, plugin: plugin, before: nil))
      }
    } catch {
      for successor in successors { await discard(successor.instance) }
      throw error
    }
    return successors
  }

  private func successor(
    of name: InstanceName, state: [UInt8]?, plugin: LoadedPlugin,
    before: (any FeatureProvider)?
  ) async throws(PluginError) -> Successor {
    guard let provider = plugin.providers[name.feature] else {
      throw .featuresLost(plugin: plugin.name, features: [name.feature])
    }
    do throws(Fault) {
      var carried: StateCarrier.Carried?
      if let state, let before {
        let carrier = StateCarrier(from: before.description, to: provider)
        carried = try await offActor { () throws(Fault) in try carrier.carry(state) }
      }
      let instance = try await make(name, of: plugin, with: provider, state: carried?.state)
      let dropped = (carried?.dropped ?? []).map {
        Reload.Dropped(feature: name, path: $0.path, reason: $0.reason)
      }
      return Successor(name: name, instance: instance, dropped: dropped)
    } catch {
      throw .carryFailed(plugin: plugin.name, feature: name, error)
    }
  }

  /// The moment of the switch: nothing here waits.
  private func switchOver(
    _ held: [Instance], to successors: [Successor], next: Generation, on terms: Takeover,
    carrySeconds: Double
  ) -> Reload {
    var reload = Reload(
      plugin: next.plugin, generation: next.number, carried: 0, dropped: [], stale: 0,
      stages: next.stages + [Reload.Stage(name: "carry", seconds: carrySeconds)],
      diagnostics: next.diagnostics)
    loaded[next.plugin] = LoadedPlugin(next)
    owners = owners.filter { $0.value != next.plugin }
    for feature in next.features { owners[feature] = next.plugin }
    var changed: [Instance] = []
    for successor in successors {
      if let old = instances[successor.name], held.contains(where: { $0 === old }) {
        reload.carried += 1
        reload.stale += old.openCount - old.lane.count
        if succeed(old, by: successor.instance, on: terms) { changed.append(successor.instance) }
      } else if held.contains(where: { $0.name == successor.name }) {
        // Closed while its successor was made.
        start(with: successor.instance) { await $0.discard($1) }
      } else {
        put(successor.instance)
        changed.append(successor.instance)
      }
      reload.dropped += successor.dropped
      successor.instance.fallback = next.previous
    }
    reload.dropped += close(held.filter { !next.features.contains($0.name.feature) })
    publish(.reloaded(reload))
    for instance in changed {
      publish(
        .state(
          feature: instance.name, ticket: nil, version: instance.version, state: instance.state))
    }
    for successor in successors { successor.instance.lane.resume() }
    return reload
  }

  /// Ends instances of features that a generation does not have any more.
  private func close(_ lost: [Instance]) -> [Reload.Dropped] {
    for instance in lost {
      remove(instance.name)
      start(with: instance) { await $0.retire($1) }
    }
    return lost.map {
      Reload.Dropped(feature: $0.name, path: "", reason: "the new generation has no such feature")
    }
  }

  /// Puts an instance in the place of another, with all that waits for it.
  ///
  /// - Returns: Whether the state is another.
  private func succeed(_ old: Instance, by new: Instance, on terms: Takeover) -> Bool {
    let hasChanged = new.state != old.state
    new.version = old.version + (hasChanged ? 1 : 0)
    let waiting = old.lane.takeAll()
    new.id = old.id
    new.openCount = old.openCount
    new.lane.put(waiting)
    put(new)
    let reports = old.frozen ?? []
    old.frozen = nil
    for report in reports {
      old.port.lighten(by: report)
      receiveLate(report, from: old.port)
    }
    old.endpoint.cancel(nil)
    let stale = tickets.tickets(of: old.id).subtracting(waiting.map(\.ticket))
    start(with: old) { await $0.retireReplaced($1, stale: stale, after: terms.grace) }
    return hasChanged
  }

  /// Lets a replaced instance drain, then ends it and tells what came too late.
  private func retireReplaced(_ old: Instance, stale: Set<Ticket>, after grace: Double) async {
    let deadline = ContinuousClock.now + .bounded(seconds: grace)
    for ticket in stale { await waitForEnd(of: ticket, until: deadline) }
    let isQuiet = await old.lane.hold(atMost: grace)
    old.lane.end()
    if isQuiet { await discard(old) }
    drain()
    for ticket in stale.sorted() where tickets[ticket] != nil {
      let fault = Fault(
        code: "stale",
        message: "generation \(old.generation) was replaced before the action settled")
      fail(ticket, of: old.name, with: fault)
      settle(ticket, of: old.name)
    }
    let late = old.port.takeLate()
    guard late > 0 else { return }
    publish(
      .log(
        plugin: old.plugin, level: .warning,
        message: "\(old.name): \(late) late updates of generation \(old.generation) were dropped"))
  }
}

extension LoadedPlugin {
  init(_ generation: Generation) {
    self.init(
      name: generation.plugin, generation: generation.number, path: generation.path,
      providers: Dictionary(
        zip(generation.features, generation.providers), uniquingKeysWith: { first, _ in first }),
      features: generation.features, vetting: generation.vetting)
  }
}
