import FixtureSupport
import Testing
import VVSIHost

/// Which limit a process met is told.
@Suite struct LimitTests {
  struct Met: Sendable, CustomTestStringConvertible {
    var action: String
    var limits: WorkerLimits
    var code: String
    var words: [String]

    init(_ action: String, _ limits: WorkerLimits, _ code: String, _ words: String...) {
      (self.action, self.limits, self.code, self.words) = (action, limits, code, words)
    }

    var testDescription: String { action }
  }

  static let time = [
    Met(
      "loop", WorkerLimits(processorSeconds: 1), "worker_crashed",
      "SIGXCPU", "took the 1 s of processor time that it may"),
    Met(
      "handler", WorkerLimits(processorSeconds: 1), "worker_crashed",
      "SIGKILL", "took the 1 s of processor time that it may"),
    // Not by a limit.
    Met("abort", WorkerLimits(processorSeconds: 100), "worker_crashed", "(signal 6, SIGABRT)"),
  ]

  static let memory = [
    Met(
      "memory", WorkerLimits(memoryMegabytes: 256), "worker_crashed",
      "SIGABRT", "256 MB"),
    Met(
      "much-memory", WorkerLimits(memoryMegabytes: 256), "worker_crashed",
      "SIGABRT", "it was refused memory, of which it may have 256 MB"),
    Met(
      "shared-memory", WorkerLimits(memoryMegabytes: 256), "too_much_memory",
      "MB of memory, where it may have 256, and was ended"),
  ]

  @Test(arguments: time)
  func tellsWhoseTimeIsUp(_ met: Met) async throws { try await tells(met) }

  @Test(
    .disabled(if: Sanitizer.isThreads, "it takes more for itself than any limit"),
    arguments: memory)
  func tellsWhoHasTooMuchMemory(_ met: Met) async throws { try await tells(met) }

  private func tells(_ met: Met) async throws {
    var terms = Supervision.patient()
    terms.limits = met.limits
    let session = try Session(terms)
    try await session.load("faults", as: "Faults")
    #expect(try await session.run().code == "")
    let outcome = try await session.run(met.action)
    #expect(outcome.code == met.code, "\(outcome)")
    for words in met.words { #expect(outcome.message.contains(words), "\(outcome)") }
    if met.action == "abort" { #expect(outcome.message.hasSuffix("SIGABRT)"), "\(outcome)") }
    #expect(try await session.run().code == "")
    #expect(try await session.state() == "2")
  }
}
