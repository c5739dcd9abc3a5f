import FixtureSupport
import Foundation
import Testing
import VVSIHost
import VVSIPlugins
import VVSIWorkers

/// What a plugin may do in a process of its own, and what its host makes of it.
@Suite struct WorkerFaultTests {
  private static let terms = Supervision(
    startSeconds: 60, blockedSeconds: 0.05, deadlineSeconds: 1, graceSeconds: 0.1,
    heartbeatSeconds: 30,
    limits: WorkerLimits(memoryMegabytes: 512, openFiles: 128, processes: 40))

  /// An action, the code and a part of the message that it fails with, and whether it counts all the same.
  struct Fault: Sendable, CustomTestStringConvertible {
    var action: String
    var code: String
    var message: String
    var counts = false

    init(_ action: String, _ code: String, _ message: String, counts: Bool = false) {
      self.action = action
      self.code = code
      self.message = message
      self.counts = counts
    }

    var testDescription: String { action }
  }

  static let faults = [
    Fault("segfault", "worker_crashed", "crashed (signal 11, SIGSEGV)"),
    Fault("trap", "worker_crashed", "crashed (signal 4, SIGILL)"),
    Fault("abort", "worker_crashed", "crashed (signal 6, SIGABRT)"),
    Fault("exit", "worker_crashed", "exited with status 0"),
    Fault("loop", "deadline", "blocked Faults for more than 1.0 s"),
    Fault("deadlock", "deadline", "blocked Faults for more than 1.0 s"),
    Fault("handler", "deadline", "blocked Faults for more than 1.0 s"),
    Fault("memory", "worker_crashed", "crashed (signal 6, SIGABRT)"),
    Fault("processes", "too_many_processes", "where they may be 40 with it"),
    Fault("sessions", "too_many_processes", "where they may be 40 with it"),
    Fault("descriptors", "", "", counts: true),
    Fault("invalid-state", "invalid_json", "is no JSON", counts: true),
    Fault(
      "huge-state", "too_large", "a state of 104857600 bytes, where at most 1048576 are kept",
      counts: true),
    Fault("invalid-notification", "invalid_json", "is no JSON", counts: true),
    Fault("flood", "", "", counts: true),
    Fault("close-output", "", "", counts: true),
    Fault("surroundings", "", "", counts: true),
    Fault("outlive", "", "", counts: true),
  ]

  @Test(arguments: faults)
  func leavesTheHostAliveAndTheStateKept(_ fault: Fault) async throws {
    var terms = Self.terms
    // Some do much before they return.
    if fault.code != "deadline" { terms.deadlineSeconds = 240 }
    let session = try Session(terms)
    try await session.load("faults", as: "Faults")
    let counting = WorkerContent(
      LibraryContent(try Fixture.library("counting", "FIXTURE_ID=\"other\"")),
      command: Session.command, terms: .patient())
    try await session.host.load(counting, as: "Other", from: "other")
    let folder = FileManager.default.currentDirectoryPath
    #expect(try await session.run().code == "")
    #expect(try await session.run().code == "")

    async let outcome = session.run(fault.action)
    for _ in 0..<20 { #expect(try await session.run(of: "other").code == "") }
    let settlement = try await outcome
    #expect(settlement.code == fault.code, "\(settlement)")
    #expect(
      fault.message.isEmpty || settlement.message.contains(fault.message), "\(settlement)")

    #expect(try await session.run().code == "")
    if fault.action != "outlive" {
      #expect(try await session.state() == (fault.counts ? "4" : "3"))
    }
    #expect(try await session.state("other") == "20")
    #expect(FileManager.default.currentDirectoryPath == folder)
    try await session.host.unload("Faults")
  }

  @Test func aCrashIsToldWithTheFunctionThatItWasIn() async throws {
    let session = try Session()
    try await session.load("faults", as: "Faults")
    async let outcome = session.run("segfault")
    let line = try await session.line(with: "do_harm + 0x")
    #expect(line.hasPrefix("  do_harm + 0x") && line.hasSuffix(".so"))
    #expect(try await outcome.code == "worker_crashed")
  }

  @Test func aBlockedExecutorIsReportedWhileItBlocks() async throws {
    let session = try Session(Self.terms)
    try await session.load("faults", as: "Faults")
    async let outcome = session.run("loop")
    let line = try await session.line(with: "blocking")
    #expect(line.contains("ticket 1"))
    #expect(try await outcome.code == "deadline")
  }

  @Test func aProcessThatGivesNoSignOfLifeIsEnded() async throws {
    let session = try Session(Supervision(startSeconds: 60, heartbeatSeconds: 3))
    try await session.load("faults", as: "Faults")
    let settlement = try await session.run("stop")
    #expect(settlement.code == "unresponsive", "\(settlement)")
    #expect(try await session.run().code == "")
    #expect(try await session.state() == "1")
  }

  @Test func aSlowActionIsNotDead() async throws {
    let session = try Session(Supervision(startSeconds: 60, heartbeatSeconds: 4))
    try await session.load("faults", as: "Faults")
    #expect(try await session.run("slow").code == "")
  }

  @Test func tellsWhatIsPrinted() async throws {
    let session = try Session()
    try await session.load("faults", as: "Faults")
    async let outcome = session.run("print")
    var lines: Set<String> = []
    while lines.count < 2 { lines.insert(try await session.line(with: "printed to")) }
    #expect(lines == ["printed to output", "printed to errors"])
    #expect(try await outcome.code == "")
  }

  @Test func whatIsPrintedIsToldBeforeTheEndOfItsAction() async throws {
    let session = try Session()
    try await session.load("faults", as: "Faults")
    let events = session.viewState.events()
    for _ in 0..<50 { #expect(try await session.run("print").code == "") }
    events.finish()
    var printed = 0
    var settled = 0
    for await event in events {
      switch event.kind {
      case .log(_, _, let message) where message.contains("printed to"): printed += 1
      case .settled:
        settled += 1
        #expect(printed == 2 * settled)
      default: break
      }
    }
    #expect(settled == 50)
  }

  @Test func namesTheFramesOfACrash() async throws {
    let session = try Session()
    try await session.load("faults", as: "Faults")
    _ = try await session.run("segfault")
    #expect(try await session.line(with: "Faults-1-").contains(".so"))
  }
}
