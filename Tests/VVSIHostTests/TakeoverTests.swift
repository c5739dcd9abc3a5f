import Synchronization
import Testing
import VVSIHost
import VVSIJSON

@Suite struct TakeoverTests {
  private static let echo: ScriptedFeature.Script = { (endpoint, ticket, action) throws(Fault) in
    endpoint.finish(ticket, state: action)
  }

  private func generation(
    _ number: Int, _ features: ScriptedFeature...
  ) -> Generation {
    Generation(plugin: "Lists", number: number, path: "Lists", providers: features)
  }

  @Test func carriesTheStateOfEveryInstance() async throws {
    let viewState = ViewState()
    try await viewState.install("Lists", ScriptedFeature(script: Self.echo))
    let second = try await viewState.open("list")
    #expect(second.description == "list#2")
    _ = try await viewState.trigger("[1]")
    _ = try await viewState.trigger("[2]", at: "list#2")
    await viewState.idle()
    let reload = try await viewState.replace(
      with: generation(2, ScriptedFeature(script: Self.echo)), on: Takeover())
    #expect(reload.carried == 2)
    #expect(reload.dropped.isEmpty)
    #expect(try await viewState.state() == "[1]")
    #expect(try await viewState.state("list#2") == "[2]")
    #expect(await viewState.plugins().map(\.generation) == [2])
  }

  @Test func losesNoTriggerAndRunsNoneTwice() async throws {
    let viewState = ViewState()
    let counting: ScriptedFeature.Script = { (endpoint, ticket, _) throws(Fault) in
      let count = endpoint.state.withLock { (Int($0) ?? 0) + 1 }
      endpoint.finish(ticket, state: "\(count)")
    }
    try await viewState.install("Lists", ScriptedFeature(initial: "0", script: counting))
    let triggering = Task {
      for _ in 0..<10_000 { _ = try await viewState.trigger("add") }
    }
    for number in 2..<12 {
      let next = generation(number, ScriptedFeature(initial: "0", script: counting))
      try await viewState.replace(with: next, on: Takeover())
    }
    try await triggering.value
    await viewState.idle()
    #expect(try await viewState.state() == "10000")
  }

  @Test func staysWithTheOldGenerationIfAStateHasNoPlace() async throws {
    let viewState = ViewState()
    try await viewState.install("Lists", ScriptedFeature(script: Self.echo))
    _ = try await viewState.open("list")
    _ = try await viewState.trigger("[1]")
    _ = try await viewState.trigger("\"refuse\"", at: "list#2")
    await viewState.idle()
    let name = InstanceName(feature: "list", number: 2)
    let fault = Fault(code: "invalid_payload", message: "refused by the test")
    await #expect(
      throws: PluginError.carryFailed(plugin: "Lists", feature: name, fault)
    ) {
      try await viewState.replace(
        with: generation(2, ScriptedFeature(script: Self.echo)), on: Takeover())
    }
    #expect(await viewState.plugins().map(\.generation) == [1])
    _ = try await viewState.trigger("[3]")
    await viewState.idle()
    #expect(try await viewState.state() == "[3]")
    #expect(try await viewState.state("list#2") == "\"refuse\"")
  }

  @Test func anAuthorsMigrationComesFirst() async throws {
    let viewState = ViewState()
    try await viewState.install("Lists", ScriptedFeature(script: Self.echo))
    _ = try await viewState.trigger("[1]")
    await viewState.idle()
    let migrating = ScriptedFeature(
      migration: { (state, from) throws(Fault) in "[\(state),\(from)]" }, script: Self.echo)
    try await viewState.replace(with: generation(2, migrating), on: Takeover())
    #expect(try await viewState.state() == "[[1],null]")
  }

  @Test func staysWithTheOldGenerationIfAMigrationThrows() async throws {
    let viewState = ViewState()
    try await viewState.install("Lists", ScriptedFeature(script: Self.echo))
    _ = try await viewState.trigger("[1]")
    await viewState.idle()
    let fault = Fault(code: "migration", message: "thrown by the test")
    let throwing = ScriptedFeature(
      migration: { (_, _) throws(Fault) in throw fault }, script: Self.echo)
    await #expect(
      throws: PluginError.carryFailed(
        plugin: "Lists", feature: InstanceName(feature: "list"), fault)
    ) { try await viewState.replace(with: generation(2, throwing), on: Takeover()) }
    #expect(try await viewState.state() == "[1]")
    _ = try await viewState.trigger("[2]")
    await viewState.idle()
    #expect(try await viewState.state() == "[2]")
    #expect(await viewState.plugins().map(\.generation) == [1])
  }

  @Test func keepsWhatTheOldGenerationReportsWhileATakeoverFails() async throws {
    let viewState = ViewState()
    let endpoints = Collected<ScriptedEndpoint>()
    try await viewState.install(
      "Lists",
      ScriptedFeature { (endpoint, ticket, _) throws(Fault) in
        endpoints.add(endpoint, ticket)
      })
    let ticket = try await viewState.trigger("later")
    let (endpoint, _) = await endpoints.first()
    let refusing = RefusingFeature { endpoint.finish(ticket, state: "[9]") }
    await #expect(throws: PluginError.self) {
      try await viewState.replace(
        with: Generation(plugin: "Lists", number: 2, path: "", providers: [refusing]),
        on: Takeover())
    }
    guard case .settled = await viewState.settlement(of: ticket) else {
      Issue.record("the report was lost")
      return
    }
    #expect(try await viewState.state() == "[9]")
  }

  @Test func dropsAndCountsLateUpdates() async throws {
    let viewState = ViewState()
    let endpoints = Collected<ScriptedEndpoint>()
    try await viewState.install(
      "Lists",
      ScriptedFeature { (endpoint, ticket, _) throws(Fault) in
        endpoints.add(endpoint, ticket)
      })
    _ = try await viewState.trigger("later")
    let (old, ticket) = await endpoints.first()
    let events = viewState.events()
    let reload = try await viewState.replace(
      with: generation(2, ScriptedFeature(script: Self.echo)), on: Takeover())
    #expect(reload.stale == 1)
    old.finish(ticket, state: "[\"late\"]")
    let words = await events.words { if case .log = $0.kind { true } else { false } }
    #expect(words == ["reloaded Lists 2 1 1", "settled list 1", "log Lists warning"])
    #expect(try await viewState.state() == "[]")
    #expect(old.cancelled.withLock { $0 } == [nil])
  }

  @Test func waitsForRunningActionsWhereAsked() async throws {
    let viewState = ViewState()
    let endpoints = Collected<ScriptedEndpoint>()
    try await viewState.install(
      "Lists",
      ScriptedFeature { (endpoint, ticket, _) throws(Fault) in
        endpoints.add(endpoint, ticket)
      })
    _ = try await viewState.trigger("later")
    let (old, ticket) = await endpoints.first()
    let next = generation(2, ScriptedFeature(script: Self.echo))
    async let reload = viewState.replace(with: next, on: Takeover(drain: .wait, grace: 60))
    old.finish(ticket, state: "[7]")
    #expect(try await reload.stale == 0)
    #expect(try await viewState.state() == "[7]")
  }

  @Test func takesOverFromACallThatNeverReturns() async throws {
    let viewState = ViewState()
    let gate = Gate()
    defer { gate.open() }
    let (blocked, isBlocked) = AsyncStream<Void>.makeStream()
    try await viewState.install(
      "Lists",
      ScriptedFeature { (_, _, _) throws(Fault) in
        isBlocked.yield()
        gate.wait()
      })
    let stuck = try await viewState.trigger("[1]")
    for await _ in blocked { break }
    let waiting = try await viewState.trigger("[2]")
    try await viewState.replace(
      with: generation(2, ScriptedFeature(script: Self.echo)), on: Takeover(grace: 0.01))
    guard case .settled = await viewState.settlement(of: waiting) else {
      Issue.record("what waited did not run")
      return
    }
    #expect(try await viewState.state() == "[2]")
    guard case .failed(let fault, _) = await viewState.settlement(of: stuck) else {
      Issue.record("the stuck action did not end")
      return
    }
    #expect(fault.code == "stale")
  }

  @Test func refusesToLoseAFeatureThatHasInstances() async throws {
    let viewState = ViewState()
    try await viewState.install(
      "Lists", ScriptedFeature(script: Self.echo), ScriptedFeature("other", script: Self.echo))
    await #expect(throws: PluginError.featuresLost(plugin: "Lists", features: ["other"])) {
      try await viewState.replace(
        with: generation(2, ScriptedFeature(script: Self.echo)), on: Takeover())
    }
    try await viewState.close(InstanceName(feature: "other"))
    try await viewState.replace(
      with: generation(3, ScriptedFeature(script: Self.echo)), on: Takeover())
    #expect(await viewState.features().map(\.description.id) == ["list"])
  }

  @Test func aResetGivesUpAFeatureThatIsGone() async throws {
    let viewState = ViewState()
    try await viewState.install(
      "Lists", ScriptedFeature(script: Self.echo), ScriptedFeature("other", script: Self.echo))
    let reload = try await viewState.replace(
      with: generation(2, ScriptedFeature(script: Self.echo)), on: Takeover(resetsState: true))
    #expect(reload.dropped.map(\.feature.description) == ["other"])
    #expect(await viewState.features().map(\.description.id) == ["list"])
    await #expect(throws: Rejection.unknownFeature("other", known: ["list"])) {
      try await viewState.trigger("[1]", at: "other")
    }
  }

  @Test(arguments: [(2, true), (nil, false)])
  func offersARollbackIfTheFirstActionFails(_ previous: Int?, _ offers: Bool) async throws {
    let viewState = ViewState()
    try await viewState.install("Lists", ScriptedFeature(script: Self.echo))
    var next = generation(
      3,
      ScriptedFeature { (endpoint, ticket, _) throws(Fault) in
        endpoint.report(.failed(ticket, Fault(code: "broken", message: "by the test")))
        endpoint.report(.settled(ticket))
      })
    next.previous = previous
    try await viewState.replace(with: next, on: Takeover())
    let events = viewState.events()
    for _ in 0..<2 { _ = try await viewState.trigger("[1]") }
    await viewState.idle()
    events.finish()
    var offered: [String] = []
    for await event in events {
      if case .log(_, _, let message) = event.kind { offered.append(message) }
    }
    #expect(offered.count == (offers ? 1 : 0))
    #expect(offered.allSatisfy { $0.contains(":rollback Lists leads back to generation 2") })
  }

  @Test func opensAFeatureThatIsNew() async throws {
    let viewState = ViewState()
    try await viewState.install("Lists", ScriptedFeature(script: Self.echo))
    try await viewState.replace(
      with: generation(
        2, ScriptedFeature(script: Self.echo), ScriptedFeature("new", script: Self.echo)),
      on: Takeover())
    #expect(try await viewState.state("new") == "[]")
  }

  @Test func beginsAnewWhereAsked() async throws {
    let viewState = ViewState()
    try await viewState.install("Lists", ScriptedFeature(script: Self.echo))
    _ = try await viewState.trigger("[1]")
    await viewState.idle()
    try await viewState.replace(
      with: generation(2, ScriptedFeature(script: Self.echo)), on: Takeover(resetsState: true))
    #expect(try await viewState.state() == "[]")
  }
}
