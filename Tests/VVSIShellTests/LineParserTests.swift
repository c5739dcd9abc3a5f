import Testing

@testable import VVSIShell

@Suite struct LineParserTests {
  @Test(arguments: ["", "   ", "# a comment", "  #list.add", "\t"])
  func passesOverEmptyLinesAndComments(line: String) throws {
    #expect(try LineParser.parse(line) == .empty)
  }

  @Test(arguments: ["list", "  list  ", "list#2", "my-list_3"])
  func readsAFeatureAsAStateToShow(line: String) throws {
    #expect(try LineParser.parse(line) == .show(feature: line.trimmed))
  }

  static let triggers: [(String, Line.Trigger)] = [
    ("list.add", trigger("list", "add")),
    ("list#2.add", trigger("list#2", "add")),
    ("list.add &", trigger("list", "add", inBackground: true)),
    ("list.add&", trigger("list", "add", inBackground: true)),
    (
      "list.random count=3 length=4",
      trigger("list", "random", [named(["count"], "3"), named(["length"], "4")])
    ),
    (
      "list.random {\"count\":3, \"length\":4} &",
      trigger("list", "random", [bare(.json("{\"count\":3, \"length\":4}"))], inBackground: true)
    ),
    ("list.random{\"count\":3}", trigger("list", "random", [bare(.json("{\"count\":3}"))])),
    ("counter.set 5", trigger("counter", "set", [bare(.word("5"))])),
    (
      "a.b x.y=1 z=\"q = \\\" {\" w='it is'",
      trigger(
        "a", "b",
        [
          named(["x", "y"], "1"), Argument(path: ["z"], value: .json("\"q = \\\" {\"")),
          Argument(path: ["w"], value: .text("it is")),
        ])
    ),
    ("a.b n=&", trigger("a", "b", [named(["n"], "&")])),
    ("a.b n=", trigger("a", "b", [named(["n"], "")])),
    ("a.b [1, 2]", trigger("a", "b", [bare(.json("[1, 2]"))])),
    ("a.b u=x=y", trigger("a", "b", [named(["u"], "x=y")])),
    ("a.b https://x.y/?q=1", trigger("a", "b", [named(["u"], "")]).with("https://x.y/?q=1")),
  ]

  @Test(arguments: triggers)
  func readsActions(line: String, expected: Line.Trigger) throws {
    #expect(try LineParser.parse(line) == .trigger(expected))
  }

  @Test func readsCommandsWithQuotes() throws {
    #expect(
      try LineParser.parse(":load \"a b\\\"c\" 'd e' f")
        == .command(
          name: "load", words: ["a b\"c", "d e", "f"]))
    #expect(
      try LineParser.parse(":state list [0]") == .command(name: "state", words: ["list", "[0]"]))
    #expect(try LineParser.parse(":") == .command(name: "", words: []))
  }

  @Test func keepsEnvelopesAsTheyAre() throws {
    let text = "{\"feature\":\"list\",\n\"action\":{}}"
    #expect(try LineParser.parse(text) == .envelope(text: text, inBackground: false))
    #expect(
      try LineParser.parse("{\"feature\":1} &")
        == .envelope(text: "{\"feature\":1} ", inBackground: true))
  }

  static let errors: [(String, LineError)] = [
    ("42", .unknownForm("42")),
    (".add x", .unknownForm(".add")),
    ("list.", .missingAction(feature: "list")),
    ("list. add", .missingAction(feature: "list")),
    ("list add", .notAnAction(feature: "list", "add")),
    ("a.b x=\"no end", .unclosed("\"", column: 7)),
    ("a.b x='no end", .unclosed("'", column: 7)),
    ("a.b {\"x\":[1,2", .unclosed("{", column: 5)),
    ("a.b \"x\"y", .unexpected("y", column: 8)),
    ("a.b {}{}", .unexpected("{", column: 7)),
    ("a.b x..y=1", .invalidName("x..y", column: 5)),
    ("a.b =1", .invalidName("", column: 5)),
    (":load \"a", .unclosed("\"", column: 7)),
  ]

  @Test(arguments: errors)
  func refusesOtherForms(line: String, expected: LineError) {
    #expect(throws: expected) { try LineParser.parse(line) }
  }

  @Test func takesAQuoteBeforeACombiningMarkForAQuote() throws {
    let line = "a.b x=\"\u{301}\" y=1"
    let expected = [Argument(path: ["x"], value: .json("\"\u{301}\"")), named(["y"], "1")]
    #expect(try LineParser.parse(line) == .trigger(trigger("a", "b", expected)))
  }
}

private func trigger(
  _ feature: String, _ action: String, _ arguments: [Argument] = [], inBackground: Bool = false
) -> Line.Trigger {
  Line.Trigger(
    feature: feature, action: action, arguments: arguments, inBackground: inBackground)
}

private func named(_ path: [String], _ word: String) -> Argument {
  Argument(path: path, value: .word(word))
}

private func bare(_ value: RawValue) -> Argument { Argument(path: [], value: value) }

extension Line.Trigger {
  fileprivate func with(_ word: String) -> Line.Trigger {
    var copy = self
    copy.arguments = [bare(.word(word))]
    return copy
  }
}
