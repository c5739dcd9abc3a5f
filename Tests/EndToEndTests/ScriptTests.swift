import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// What the issue's own examples show, on the samples of the checkout.
@Suite struct ScriptTests {
  private let vvsi = Vvsi()

  @Test func oneMoreItemIsShown() throws {
    let outcome = try vvsi.run("-c", "list.add", "-c", "list")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("items[0]"))
    #expect(outcome.output.split(separator: "\n").last?.hasPrefix("list  {") == true)
  }

  @Test func anEnvelopeOnStandardInputIsAnsweredInNDJSON() throws {
    let outcome = try vvsi.run(
      "--json", input: #"{"feature":"counter","action":{"valueUp":{}}}"# + "\n")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let kinds = try outcome.events().compactMap { $0["event"]?.stringValue }
    #expect(kinds.suffix(3) == ["triggered", "state", "settled"])
    let numbers = try outcome.events().compactMap { $0["seq"]?.intValue }
    #expect(numbers == Array(1...numbers.count))
  }

  @Test func twentyQuickAddsEndWithFiveItemsAndFifteenNotifications() throws {
    let lines = String(repeating: "list.add &\n", count: 20)
    for _ in 0..<5 {
      let outcome = try vvsi.run("--json", input: lines)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try outcome.events("notification").count == 15)
      #expect(try outcome.events("settled").count == 20)
      let last = try outcome.events("state").last { $0["feature"] == "list" }
      #expect(last?["state"]?["items"]?.arrayValue?.count == 5)
    }
  }

  @Test func aUserIsReadFromTheFileAndFormatted() throws {
    let outcome = try vvsi.run("-c", "user.fetchUser id=1", "-c", "user")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("LOVELACE, Ada"))
  }

  @Test func theSameActionInEveryForm() throws {
    let forms = [
      "list.random count=3 length=4", #"list.random {"count":3,"length":4}"#,
      #"{"feature":"list","action":{"random":{"_0":{"count":3,"length":4}}}}"#,
    ]
    for form in forms {
      let outcome = try vvsi.run("--json", "-c", form)
      #expect(outcome.status == 0, "\(form): \(outcome.errors)")
      let items = try outcome.events("state").last { $0["feature"] == "list" }
      #expect(items?["state"]?["items"]?.arrayValue?.count == 3)
    }
  }

  @Test func instancesAreApart() throws {
    let outcome = try vvsi.run(
      "-c", ":open list", "-c", "list#2.add", "-c", ":state list", "-c", ":state list#2 items",
      "-c", ":close list#2", "-c", "list#2")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains(#"{"items":[]}"#))
    #expect(outcome.output.contains(#"["Item 1"]"#))
    #expect(outcome.errors.contains("error[unknown_instance]"))
  }

  @Test func linesOfAFileRunInOrderAndCommentsDoNot() throws {
    let file = Fixture.folder.appending(path: "lines.txt")
    try Data("# a comment\nlist.add\n\nlist.add\n".utf8).write(to: file)
    let outcome = try vvsi.run("--json", "-f", file.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try outcome.events("settled").count == 2)
  }
}
