import FixtureSupport
import Foundation
import Testing
import VVSIJSON

#if os(Linux)
  /// What whoever starts the host has decided about signals.
  @Suite struct SignalTests {
    private func start(_ option: String) throws -> LiveVvsi {
      let host = try LiveVvsi(arguments: [try Fixture.library("counting")], env: [option])
      try host.wait(for: "loaded")
      return host
    }

    @Test(arguments: [("HUP", SIGHUP), ("INT", SIGINT), ("TERM", SIGTERM)])
    func whatIsIgnoredStaysSo(_ name: String, _ signal: Int32) throws {
      let host = try start("--ignore-signal=\(name)")
      host.send(signal)
      try host.type("fixture.up {}")
      try host.wait(for: "state") { $0["state"] == 1 }
      #expect(try host.end() == 0)
    }

    /// The input stays open: nothing but the signal ends the host.
    @Test(arguments: [("HUP", SIGHUP), ("TERM", SIGTERM)])
    func whatIsBlockedArrives(_ name: String, _ signal: Int32) throws {
      let host = try start("--block-signal=\(name)")
      host.send(signal)
      #expect(host.awaitEnd() == 143)
    }
  }
#endif
