import FixtureSupport
import Foundation
import Testing
import VVSIHost
import VVSIPlugins

@Suite struct PluginHostTests {
  private let viewState = ViewState()
  private let host: PluginHost

  init() throws {
    host = try PluginHost(
      viewState: viewState,
      privateFolderIn: Fixture.folder.appending(path: "host").path, terms: Takeover(grace: 0.05))
  }

  private func run(_ action: String = "{}", at name: String = "fixture") async throws -> Settlement
  {
    let ticket = try await viewState.trigger(
      InstanceName(feature: name), action: Array(action.utf8))
    return await viewState.settlement(of: ticket)
  }

  private func state(_ name: String = "fixture") async throws -> String {
    String(
      decoding: try await viewState.snapshot(of: InstanceName(feature: name)).state, as: UTF8.self)
  }

  @Test func runsAPluginWrittenInC() async throws {
    try await host.load(Fixture.library("counting"), as: "Counting")
    for _ in 0..<3 {
      guard case .settled = try await run() else {
        Issue.record("did not settle")
        return
      }
    }
    #expect(try await state() == "3")
  }

  @Test func rejectsInThePluginsOwnWords() async throws {
    try await host.load(Fixture.library("counting"), as: "Counting")
    let fault = Fault(code: "invalid_payload", message: "expected an object")
    #expect(try await run("[]") == .rejected(.fault(fault)))
    guard case .rejected(.invalidJSON) = try await run("[") else {
      Issue.record("broken JSON was not named as such")
      return
    }
  }

  @Test func carriesTheStateOverAReloadAndBack() async throws {
    try await host.load(Fixture.library("counting"), as: "Counting")
    _ = try await run()
    try await host.reload("Counting", with: Fixture.library("settles_twice"))
    #expect(try await state() == "1")
    #expect(await viewState.plugins().map(\.generation) == [2])
    try await host.rollback("Counting")
    #expect(await viewState.plugins().map(\.generation) == [3])
    _ = try await run()
    #expect(try await state() == "2")
    await #expect(throws: PluginError.noPreviousGeneration(plugin: "Counting")) {
      try await host.rollback("Counting")
    }
  }

  @Test func livesThroughAThousandGenerationsAndAdvisesANewStart() async throws {
    let events = viewState.events()
    let library = try Fixture.library("counting")
    try await host.load(library, as: "Counting")
    for generation in 2...1_000 {
      try await host.reload("Counting", with: library)
      if generation % 100 == 0 { _ = try await run() }
    }
    #expect(try await state() == "10")
    events.finish()
    var advice: [String] = []
    for await event in events {
      if case .log(_, _, let message) = event.kind { advice.append(message) }
    }
    #expect(advice.count == 2)
    #expect(advice.first?.contains("500 generations") == true)
  }

  @Test func aFailedReloadLeavesTheOldGenerationAndSaysWhy() async throws {
    try await host.load(Fixture.library("counting"), as: "Counting")
    _ = try await run()
    let events = viewState.events()
    let cases = ["no_entry", "undefined_symbol", "other_major", "create_fails", "bad_id"]
    for fixture in cases {
      await #expect(throws: PluginError.self, "\(fixture)") {
        try await host.reload("Counting", with: Fixture.library(fixture))
      }
    }
    var stages: [String] = []
    while stages.count < cases.count, let event = await events.next() {
      if case .reloadFailed(let failure) = event.kind {
        stages.append(failure.stage)
        #expect(failure.generation == 1)
      }
    }
    #expect(stages == ["load", "load", "load", "carry", "load"])
    _ = try await run()
    #expect(try await state() == "2")
  }

  @Test func keepsTheStateOfAPluginThatComesBack() async throws {
    try await host.load(Fixture.library("counting"), as: "Counting")
    _ = try await run()
    try await host.unload("Counting")
    #expect(await viewState.features().isEmpty)
    try await host.load(Fixture.library("counting"), as: "Counting")
    #expect(try await state() == "1")
    #expect(await viewState.plugins().map(\.generation) == [2])
  }

  @Test func refusesTheSameNameAndTheSameFeatureTwice() async throws {
    let path = try Fixture.library("counting")
    try await host.load(path, as: "Counting")
    await #expect(throws: PluginError.alreadyLoaded(plugin: "Counting", path: path)) {
      try await host.load(path, as: "Counting")
    }
    await #expect(
      throws: PluginError.duplicateFeature(id: "fixture", plugin: "Again", owner: "Counting")
    ) { try await host.load(path, as: "Again") }
    #expect(await viewState.plugins().count == 1)
  }

  @Test func saysWhyAnInstanceCouldNotBeMade() async throws {
    let fault = Fault(code: "no_database", message: "the database is away")
    await #expect(throws: PluginError.createFailed(feature: "fixture", fault)) {
      try await host.load(Fixture.library("create_fails"), as: "A")
    }
    let silent = Fault(code: "create_failed", message: "create returned no instance")
    await #expect(throws: PluginError.createFailed(feature: "fixture", silent)) {
      try await host.load(Fixture.library("create_says_nothing"), as: "B")
    }
    #expect(await viewState.plugins().isEmpty)
  }

  @Test func takesNoStateThatIsNoJSON() async throws {
    try await host.load(Fixture.library("bad_json"), as: "Bad")
    guard case .failed(let fault, _) = try await run() else {
      Issue.record("it did not fail")
      return
    }
    #expect(fault.code == "invalid_json")
    #expect(try await state() == "0")
  }

  @Test func survivesBytesThatCannotBeRead() async throws {
    try await host.load(Fixture.library("null_bytes"), as: "Null")
    let events = viewState.events()
    guard case .failed(let fault, _) = try await run() else {
      Issue.record("it did not fail")
      return
    }
    #expect(fault.message == "the plugin gave no reason")
    #expect(try await state() == "0")
    var isBlamed = false
    while !isBlamed, let event = await events.next() {
      if case .log("Null", .error, let message) = event.kind {
        isBlamed = message.contains("invalid_bytes")
      }
    }
  }

  @Test func countsCallsAfterDestroy() async throws {
    try await host.load(Fixture.library("calls_after_destroy"), as: "Late")
    let events = viewState.events()
    try await host.unload("Late")
    while let event = await events.next() {
      guard case .log(_, .error, let message) = event.kind else { continue }
      #expect(message.contains("callback_after_destroy"))
      break
    }
  }

  @Test func refusesARouteThatIsNone() async throws {
    try await host.load(Fixture.library("routes"), as: "Routes")
    let events = viewState.events()
    _ = try await run()
    var kinds: [String] = []
    while kinds.count < 2, let event = await events.next() {
      if case .route(_, _, let route) = event.kind { kinds.append("route \(route.feature)") }
      if case .log(_, .error, let message) = event.kind { kinds.append(message) }
    }
    #expect(kinds.first == "route nowhere")
    #expect(kinds.last?.contains("invalid_bytes") == true)
  }

  @Test func unloadsAPluginWhoseCallNeverReturns() async throws {
    try await host.load(Fixture.library("blocks"), as: "Blocks")
    let ticket = try await viewState.trigger(
      InstanceName(feature: "fixture"), action: Array("{}".utf8))
    try await host.unload("Blocks")
    guard case .failed(let fault, _) = await viewState.settlement(of: ticket) else {
      Issue.record("the action did not end")
      return
    }
    #expect(fault.code == "closed")
  }
}
