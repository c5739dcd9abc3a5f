import Foundation
import Testing

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
}
