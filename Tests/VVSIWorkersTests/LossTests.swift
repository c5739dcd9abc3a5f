import FixtureSupport
import Foundation
import Testing
import VVSIHost
import VVSIPlugins
import VVSIWorkers

/// What becomes of actions that wait in a process when it dies.
@Suite struct LossTests {
  private static let name = InstanceName(feature: "fixture")

  /// Triggers actions without waiting for one another, and waits for the end of all.
  private func run(_ actions: [String], in session: Session) async throws -> [Settlement] {
    var tickets: [Ticket] = []
    for action in actions {
      let text = Array("{\"\(action)\":{}}".utf8)
      tickets.append(try await session.viewState.trigger(Self.name, action: text))
    }
    var settlements: [Settlement] = []
    for ticket in tickets { settlements.append(await session.viewState.settlement(of: ticket)) }
    return settlements
  }

  @Test(arguments: ["segfault", "exit", "loop"])
  func whatWasNotBegunRunsInTheNextProcessOnce(_ harm: String) async throws {
    var terms = Supervision.patient()
    if harm == "loop" { (terms.deadlineSeconds, terms.graceSeconds) = (4, 0.1) }
    let session = try Session(terms)
    try await session.load("faults", as: "Faults")
    let actions =
      Array(repeating: "count", count: 50) + [harm] + Array(repeating: "count", count: 200)
    let ends = try await run(actions, in: session).map(\.code)
    #expect(ends[50] == (harm == "loop" ? "deadline" : "worker_crashed"))
    #expect(ends[51...].filter { !$0.isEmpty } == [])
    // Of those before it, some may not have been told of.
    let settled = ends.count { $0.isEmpty }
    let state = try #require(Int(try await session.state()))
    #expect(settled <= state && state <= 250, "\(settled) settled, \(state) counted")
    #expect(try await session.viewState.snapshot(of: Self.name).running == 0)
  }

  @Test func eachCrashCostsOneActionUntilQuarantineRefusesTheRest() async throws {
    let session = try Session()
    try await session.load("faults", as: "Faults")
    let ends = try await run(
      ["segfault", "abort", "segfault"] + Array(repeating: "count", count: 20), in: session
    ).map(\.code)
    #expect(ends.prefix(3) == ["worker_crashed", "worker_crashed", "worker_crashed"])
    #expect(ends.dropFirst(3).allSatisfy { $0 == "quarantined" }, "\(ends)")
    #expect(try await session.state() == "0")
    #expect(try await session.viewState.snapshot(of: Self.name).running == 0)
  }

  @Test func nothingIsLostOrRunTwiceWhateverEndsTheProcess() async throws {
    let session = try Session(.patient(crashes: 1_000))
    try await session.load("faults", as: "Faults")
    let provider = try #require(
      await session.viewState.provider(of: "fixture") as? WorkerProvider)
    var ends: [String] = []
    for _ in 0..<10 {
      async let killed: Void = {
        try await Task.sleep(for: .milliseconds(5))
        provider.end(by: SIGKILL)
      }()
      ends += try await run(Array(repeating: "count", count: 500), in: session).map(\.code)
      try await killed
    }
    let state = try #require(Int(try await session.state()))
    let settled = ends.count { $0.isEmpty }
    #expect(ends.allSatisfy { $0.isEmpty || $0 == "worker_crashed" })
    #expect(settled <= state && state <= ends.count, "\(settled) of \(ends.count), \(state)")
  }

  @Test func instancesKeepTheirOwnActions() async throws {
    let session = try Session()
    try await session.load("faults", as: "Faults")
    let second = try await session.viewState.open("fixture")
    var tickets: [Ticket] = []
    for number in 0..<100 {
      let name = number % 2 == 0 ? Self.name : second
      let action = number == 10 ? "{\"segfault\":{}}" : "{}"
      tickets.append(try await session.viewState.trigger(name, action: Array(action.utf8)))
    }
    var ends: [String] = []
    for ticket in tickets { ends.append(await session.viewState.settlement(of: ticket).code) }
    #expect(ends[10] == "worker_crashed")
    #expect(
      ends.enumerated().allSatisfy { $0.offset % 2 == 1 || $0.offset <= 10 || $0.element == "" })
    let state = try await session.viewState.snapshot(of: second).state
    let counted = try #require(Int(String(decoding: state, as: UTF8.self)))
    let settled = ends.enumerated().count { $0.offset % 2 == 1 && $0.element.isEmpty }
    #expect(settled <= counted && counted <= 50)
  }
}
