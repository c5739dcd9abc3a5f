import FixtureSupport
import Foundation
import Testing
import VVSIJSON

@Suite struct BlockingTaskTests {
  @Test(arguments: ["none", "process"])
  func aTaskThatBlocksDoesNotKeepTheNextActionWaiting(_ isolation: String) throws {
    let outcome = try Vvsi().run(
      "--isolation", isolation, "Tests/Fixtures/Blocking", "-c", "blocking.block &",
      "-c", "blocking.add", "-c", "blocking.release")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").filter { $0.contains("value") }
    #expect(lines == ["blocking  value 0 → 1", "blocking  value 1 → 11"])
  }

  @Test func aPluginThatTakesAllThreadsOfThePoolsIsReloadedAllTheSame() throws {
    let config = Fixture.folder.appending(path: "pools-\(UUID().uuidString).json")
    try Data(#"{"graceSeconds":0.1}"#.utf8).write(to: config)
    let vvsi = try LiveVvsi(
      "--config", config.path, "--isolation", "none", "Tests/Fixtures/Blocking")
    try vvsi.type("blocking.takeThePools")
    try vvsi.type("blocking.never &")
    try vvsi.wait(for: "state") { $0["state"] == ["value": 1_100] }
    try vvsi.type(":reload Blocking")
    try vvsi.wait(for: "reloaded")
    try vvsi.wait(for: "failed") { $0["code"] == "stale" }
    try vvsi.type("blocking.add")
    try vvsi.wait(for: "state") { $0["state"] == ["value": 1_101] }
    // An action has failed.
    #expect(try vvsi.end() == 1)
  }
}
