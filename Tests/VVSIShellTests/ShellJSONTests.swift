import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIShell

@Suite(.timeLimit(.minutes(20))) struct ShellJSONTests {
  @Test func writesEveryEventAsOneObject() async throws {
    let outcome = await json("list.add", "list", "lits.add", #"{"feature":"#)
    let events = try outcome.lines.map { try JSON(parsing: $0) }
    #expect(
      events.compactMap { $0["event"]?.stringValue } == [
        "loaded", "state", "triggered", "state", "settled", "state", "rejected", "error",
      ])
    #expect(events.compactMap { $0["seq"]?.intValue } == Array(1...8))
    #expect(outcome.errors == "")
    #expect(outcome.status == .actionFailed)
  }

  @Test func answersCommandsWithValues() async throws {
    let outcome = await json(
      ":features", ":plugins", ":describe list", ":state list items", ":open list", ":close list#2",
      ":watch on", ":help wait")
    let answers = try outcome.lines.map { try JSON(parsing: $0) }.filter { $0["event"] == "answer" }
    #expect(
      answers.compactMap { $0["command"]?.stringValue } == [
        "features", "plugins", "describe", "state", "open", "close", "watch", "help",
      ])
    #expect(answers[0]["value"]?[0]?["feature"] == "list")
    #expect(answers[1]["value"]?[0]?["generation"] == 1)
    #expect(answers[2]["value"]?["examples"]?[0] == "list.add")
    #expect(answers[3]["value"] == [])
    #expect(answers[4]["value"] == "list#2")
    #expect(answers[6]["value"] == true)
  }

  @Test func tellsAnOverlongWaitAsAnError() async throws {
    var session = ShellSession()
    session.isJSON = true
    session.waitSeconds = 0.01
    let outcome = await session.run("list.hang")
    let last = try JSON(parsing: try #require(outcome.lines.last))
    #expect(last["event"] == "error")
    #expect(last["code"] == "still_running")
  }

  @Test func saysNothingElse() async throws {
    let outcome = await json(":load goodmap", "map.add", "list.go to=map", "list.go to=no", ":wait")
    for line in outcome.lines {
      #expect(try JSON(parsing: line)["seq"] != nil)
    }
    #expect(outcome.errors == "")
  }

  private func json(_ lines: String...) async -> ShellSession.Outcome {
    var session = ShellSession()
    session.isJSON = true
    return await session.run(Lines(lines.map { .line($0) }), interruptions: Interruptions())
  }
}
