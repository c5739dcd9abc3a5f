import FixtureSupport
import Foundation
import Testing
import VVSIHost
import VVSIWorkers

/// What becomes of a plugin that its next process cannot load.
@Suite struct LostLibraryTests {
  private static let name = InstanceName(feature: "fixture")

  private func trigger(_ action: String, in session: Session) async throws -> Ticket {
    try await session.viewState.trigger(Self.name, action: Array("{\"\(action)\":{}}".utf8))
  }

  /// Puts the library of a plugin back that hid it.
  private func putBack(_ plugin: String) throws {
    let folder = Fixture.folder.appending(path: "workers").path
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    let hidden = try #require(
      names.first { $0.contains(plugin) && $0.hasSuffix(".hidden") }, "\(names)")
    let library = String(hidden.dropLast(".hidden".count))
    #expect(rename("\(folder)/\(hidden)", "\(folder)/\(library)") == 0)
  }

  @Test(
    .timeLimit(.minutes(4)),
    arguments: [("hide", "No such file or directory"), ("cut", "the system cannot load")])
  func itIsToldAtOnceAndAwaitsARetry(_ harm: String, _ reason: String) async throws {
    let session = try Session()
    let plugin = "Hidden\(UUID().uuidString.prefix(8))"
    try await session.load("faults", as: plugin)
    #expect(try await session.run().code == "")
    let tickets = [
      try await trigger(harm, in: session), try await trigger("count", in: session),
      try await trigger("count", in: session),
    ]
    let line = try await session.line(with: "could not be loaded again")
    #expect(line.contains(reason) && line.contains("':retry \(plugin)'"), "\(line)")
    #expect(await session.viewState.settlement(of: tickets[0]).code == "worker_crashed")
    for ticket in tickets[1...] {
      let outcome = await session.viewState.settlement(of: ticket)
      #expect(outcome.code == "quarantined" && outcome.message == line, "\(outcome)")
    }
    #expect(try await session.run().message == line)

    try putBack(plugin)
    let provider = await session.viewState.provider(of: "fixture") as? WorkerProvider
    #expect(provider?.retry() == true)
    #expect(try await session.run().code == "")
    #expect(try await session.state() == "2")
  }
}
