import FixtureSupport
import Foundation
import Testing
import VVSIHost
import VVSIPlugins
import VVSIWorkers

@Suite struct WorkerTests {
  @Test func rejectsInThePluginsOwnWords() async throws {
    let session = try Session()
    try await session.load("counting", as: "Counting")
    let ticket = try await session.viewState.trigger(
      InstanceName(feature: "fixture"), action: Array("[]".utf8))
    let fault = Fault(code: "invalid_payload", message: "expected an object")
    #expect(await session.viewState.settlement(of: ticket) == .rejected(.fault(fault)))
  }

  @Test func manyTriggersKeepTheirOrderAndNoneIsLost() async throws {
    let session = try Session()
    try await session.load("counting", as: "Counting")
    let name = InstanceName(feature: "fixture")
    for _ in 0..<5_000 { session.viewState.post(name, action: Array("{}".utf8)) }
    await session.viewState.idle()
    #expect(try await session.state() == "5000")
    let snapshot = try await session.viewState.snapshot(of: name)
    #expect(snapshot.version == 5_000)
    #expect(snapshot.running == 0)
  }

  @Test func termsThatNothingCanReachAreAsGoodAsNone() async throws {
    let session = try Session(
      Supervision(
        startSeconds: .infinity, blockedSeconds: 1e308, deadlineSeconds: 1e308, graceSeconds: 1e308,
        heartbeatSeconds: 1e308, crashes: .max, crashSeconds: .infinity,
        limits: WorkerLimits(memoryMegabytes: .max, processorSeconds: .max, processes: .max)))
    try await session.load("counting", as: "Counting")
    #expect(try await session.run().code == "")
    #expect(try await session.state() == "1")
    try await session.host.unload("Counting")
  }

  @Test func carriesTheStateOverAReloadAndBack() async throws {
    let session = try Session()
    try await session.load("counting", as: "Counting")
    _ = try await session.run()
    try await session.host.reload("Counting", with: session.content("counting", "OTHER"))
    #expect(try await session.state() == "1")
    _ = try await session.run()
    try await session.host.rollback("Counting")
    #expect(try await session.run().code == "")
    #expect(try await session.state() == "3")
  }

  @Test func instancesOfOneProcessAllComeBack() async throws {
    let session = try Session()
    try await session.load("faults", as: "Faults")
    let second = try await session.viewState.open("fixture")
    _ = try await session.run()
    for _ in 0..<2 {
      let ticket = try await session.viewState.trigger(second, action: Array("{}".utf8))
      _ = await session.viewState.settlement(of: ticket)
    }
    #expect(try await session.run("segfault").code == "worker_crashed")
    let ticket = try await session.viewState.trigger(second, action: Array("{}".utf8))
    _ = await session.viewState.settlement(of: ticket)
    let snapshot = try await session.viewState.snapshot(of: second)
    #expect(String(decoding: snapshot.state, as: UTF8.self) == "3")
    #expect(try await session.run().code == "")
    #expect(try await session.state() == "2")
  }

  @Test func threeCrashesAreQuarantineAndRetryEndsIt() async throws {
    let session = try Session()
    try await session.load("faults", as: "Faults")
    _ = try await session.run()
    for _ in 0..<3 { #expect(try await session.run("abort").code == "worker_crashed") }
    let refused = try await session.run()
    #expect(refused.code == "quarantined")
    #expect(refused.message.contains("':retry Faults'"))
    #expect(try await session.state() == "1")
    let provider = await session.viewState.provider(of: "fixture") as? WorkerProvider
    #expect(provider?.retry() == true)
    #expect(provider?.retry() == false)
    #expect(try await session.run().code == "")
    #expect(try await session.state() == "2")
  }

  @Test func aNewBuildEndsQuarantine() async throws {
    let session = try Session(.patient(crashes: 1))
    try await session.load("faults", as: "Faults")
    _ = try await session.run()
    _ = try await session.run("abort")
    #expect(try await session.run().code == "quarantined")
    try await session.host.reload("Faults", with: session.content("counting"))
    #expect(try await session.run().code == "")
    #expect(try await session.state() == "2")
  }

  @Test func oldCrashesDoNotCount() async throws {
    let session = try Session(.patient(crashes: 2, crashSeconds: 0))
    try await session.load("faults", as: "Faults")
    for _ in 0..<4 { #expect(try await session.run("abort").code == "worker_crashed") }
    #expect(try await session.run().code == "")
  }

  @Test(arguments: [
    ("other_major", "abi_mismatch"), ("no_entry", "no_entry_point"),
    ("undefined_symbol", "load_failed"), ("bad_id", "invalid_feature"),
  ])
  func refusesWhatIsRefusedInProcess(_ fixture: String, _ code: String) async throws {
    let session = try Session()
    let error = await #expect(throws: PluginError.self) {
      try await session.load(fixture, as: "Fixture")
    }
    #expect(error?.code == code)
    let library = try Fixture.library(fixture)
    let here = await #expect(throws: PluginError.self) {
      try await session.host.load(library, as: "Fixture")
    }
    #expect(error == here)
  }

  @Test(arguments: [
    ("constructor_crashes", "crashed (signal 11, SIGSEGV) while it was loaded"),
    // The thread sanitizer has a status of its own for an exit from within the loader.
    ("constructor_exits", "exited with status "),
    ("constructor_blocks", "did not answer within 1.0 s while it was loaded"),
  ])
  func aPluginThatHarmsItsProcessWhileItIsLoadedIsNotLoaded(
    _ fixture: String, _ reason: String
  ) async throws {
    let session = try Session(
      Supervision(startSeconds: fixture == "constructor_blocks" ? 1 : 60))
    let error = await #expect(throws: PluginError.self) {
      try await session.load(fixture, as: "Harm")
    }
    guard case .loaderRefused(_, let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.contains(reason), "\(found)")
    #expect(await session.viewState.plugins().isEmpty)
  }

  @Test(.timeLimit(.minutes(4)))
  func anActionThatDoesNotSettleFailsIfThatIsBounded() async throws {
    var terms = Supervision.patient()
    (terms.settleSeconds, terms.graceSeconds) = (0.1, 0.1)
    let session = try Session(terms)
    try await session.load("never_settles", as: "Never")
    await session.viewState.supervise(on: terms)
    let settlement = try await session.run()
    #expect(settlement.code == "deadline", "\(settlement)")
    #expect(settlement.message.contains("had not settled 0.1 s after its call"), "\(settlement)")
  }

  @Test func anUnloadedPluginLeavesNoProcess() async throws {
    let session = try Session()
    try await session.load("counting", as: "Unique\(UUID().uuidString.prefix(8))")
    let plugin = try #require(await session.viewState.plugins().first?.name)
    #expect(Processes.named(plugin).count == 1)
    try await session.host.unload(plugin)
    let deadline = ContinuousClock.now + .seconds(60)
    while !(Processes.named(plugin) + Processes.named(plugin, "keep")).isEmpty {
      try #require(ContinuousClock.now < deadline, "a process of \(plugin) is left")
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

/// What runs on this machine.
enum Processes {
  /// The workers of a plugin, or their keepers.
  static func named(_ plugin: String, _ word: String = "work") -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { process in
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return String(decoding: line, as: UTF8.self).hasSuffix("\(word)\0\(plugin)\0")
    }
  }
}
