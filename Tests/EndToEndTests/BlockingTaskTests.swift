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
    let outcome = try Vvsi().run(
      "--config", config.path, "--isolation", "none", "--json", "Tests/Fixtures/Blocking",
      "-c", "blocking.takeThePools", "-c", "blocking.never &", "-c", ":reload Blocking",
      "-c", "blocking.add", "-c", ":state blocking")
    #expect(try outcome.events("reloaded").count == 1, "\(outcome.output)")
    #expect(try outcome.events("failed").compactMap { $0["code"] } == ["stale"])
    #expect(try outcome.events("answer").last?["value"] == ["value": 101])
  }
}
