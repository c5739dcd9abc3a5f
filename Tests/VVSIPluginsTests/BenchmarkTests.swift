import Testing
import VVSIHost
import VVSIJSON
import VVSIPlugins

@Suite struct BenchmarkTests {
  /// A feature that hands over one state, and settles or does not.
  final class Speaker: FeatureProvider, Endpoint {
    let description = FeatureDescription(
      id: "speaker", style: "", summary: "", actionSchema: .null, stateSchema: .null,
      notificationSchema: .null, fingerprint: "")
    private let state: String
    private let settles: Bool
    private let report: Reporter

    init(state: String = "1", settles: Bool = true, report: @escaping Reporter = { _ in }) {
      self.state = state
      self.settles = settles
      self.report = report
    }

    func create(state: [UInt8]?, report: @escaping Reporter) throws(Fault) -> any Endpoint {
      Speaker(state: self.state, settles: settles, report: report)
    }

    func recodeState(_ state: [UInt8]) throws(Fault) -> [UInt8] { state }
    func migrate(_ state: [UInt8], from fingerprint: String) throws(Fault) -> [UInt8]? { nil }

    func trigger(_ ticket: Ticket, _ action: [UInt8]) throws(Fault) {
      report(.committed(ticket, state: Array(state.utf8)))
      if settles { report(.settled(ticket)) }
    }

    func snapshot() throws(Fault) -> [UInt8] { Array(state.utf8) }
    func cancel(_ ticket: Ticket?) {}
    func destroy() {}
  }

  private func fault(_ speaker: Speaker) -> Fault? {
    let benchmark = Benchmark(
      of: speaker, actions: [Array("{}".utf8)], count: 10, patience: 0.01)
    do throws(Fault) {
      _ = try benchmark.runAtBoundary()
      return nil
    } catch {
      return error
    }
  }

  @Test func givesUpOnActionsThatNeverSettle() {
    let fault = fault(Speaker(settles: false))
    #expect(fault?.code == "benchmark_failed")
    #expect(fault?.message.contains("expected actions that settle") == true)
  }

  @Test(arguments: [
    ("{", "invalid_json"), (String(repeating: "[", count: 513), "too_deep"),
  ])
  func refusesStatesThatTheHostDoesNotTake(_ state: String, _ code: String) {
    #expect(fault(Speaker(state: state))?.code == code)
  }

  @Test func measuresWhatSettles() {
    #expect(fault(Speaker()) == nil)
  }
}
