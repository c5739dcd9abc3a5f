import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIShell

@Suite struct StateTextTests {
  static let changes: [(String, String, [String])] = [
    ("1", "2", ["1 → 2"]), ("[1]", "[1]", []),
    (#"{"items":["a"]}"#, #"{"items":["a","b"]}"#, [#"items[1] + "b""#]),
    (#"{"items":["a","b","c"]}"#, #"{"items":["a","c"]}"#, [#"items[1] - "b""#]),
    (#"{"items":["a","b"]}"#, #"{"items":["x","a","b"]}"#, [#"items[0] + "x""#]),
    ("[1,2,3,4,5]", "[2,3,9,5,6]", ["[0] - 1", "[2] 4 → 9", "[4] + 6"]),
    ("[1,2,3,4]", "[1,4]", ["[1] - 2", "[2] - 3"]),
    (#"{"a":1,"b":2}"#, #"{"a":3,"c":4}"#, ["b - 2", "a 1 → 3", "c + 4"]),
    (
      #"{"u":{"n":"A","z":[{"k":1}]}}"#, #"{"u":{"n":"B","z":[{"k":2}]}}"#,
      [#"u.n "A" → "B""#, "u.z[0].k 1 → 2"]
    ),
    (#"{"loading":{}}"#, #"{"done":{"n":1}}"#, [#"{"loading":{}} → {"done":{"n":1}}"#]),
    (#"{"odd name":1}"#, #"{"odd name":2}"#, [#"["odd name"] 1 → 2"#]),
    ("[1,2,3]", "null", ["[1,2,3] → null"]),
    (#"{"a":"\u001b[0m"}"#, #"{"a":"b"}"#, [#"a "\u001b[0m" → "b""#]),
  ]

  @Test(arguments: changes)
  func tellsWhatChanged(old: String, new: String, lines: [String]) throws {
    let (old, new) = (try value(old), try value(new))
    let feature = InstanceName(feature: "list")
    #expect(StateChanges.lines(from: old, to: new, of: feature) == lines)
  }

  @Test func cutsManyChangesWithAHintToWhereTheyAre() {
    let old: JSON = ["a": ["items": []]]
    let new: JSON = ["a": ["items": .array((0..<106).map { .number(JSONNumber($0)) })]]
    let lines = StateChanges.lines(from: old, to: new, of: InstanceName(feature: "x", number: 2))
    #expect(lines.count == 11)
    #expect(lines.last == "… 96 more changes (:state x#2 a.items)")
  }

  @Test func cutsLongValues() {
    let long = JSON.string(String(repeating: "x", count: 70))
    #expect(ValueText.short(long) == "\"" + String(repeating: "x", count: 60) + "\"…")
    #expect(ValueText.short(.array([long])).hasSuffix("x…"))
  }

  @Test func writesLongStatesOverSeveralLines() throws {
    let state = try value(
      #"{"title":"t","items":[{"id":1,"name":"the first of several items"},"#
        + #"{"id":2,"name":"the second of several items"}],"empty":{}}"#)
    #expect(
      ValuePrinter.text(state, of: "list") == """
        {
          "title": "t",
          "items": [
            {"id":1,"name":"the first of several items"},
            {"id":2,"name":"the second of several items"}
          ],
          "empty": {}
        }
        """)
  }

  @Test func cutsLongStatesWithHints() throws {
    let items = JSON.array((0..<108).map { .number(JSONNumber($0)) })
    let text = JSON.string(String(repeating: "y", count: 500))
    let shown = ValuePrinter.text(["items": items, "text": text], of: "list")
    let lines = shown.split(separator: "\n")
    #expect(lines.contains("    … 96 more (:state list items)"))
    #expect(
      lines.contains { $0.hasSuffix("\"  … 380 more characters (:state list text)") == false })
    #expect(lines.last { $0.contains("yyy") }?.hasSuffix("(:state list text)") == true)
    let all = ValuePrinter.text(["items": items, "text": text], of: "list", limits: .all)
    #expect(all.contains("107") && !all.contains("…"))
  }

  static let paths: [(String, [String]?)] = [
    ("", []), ("items", ["items"]), ("items[0]", ["items", "0"]),
    ("items[0].name", ["items", "0", "name"]), ("[3]", ["3"]),
    ("/items/0/a~1b", ["items", "0", "a/b"]),
    (#"["odd name"].x"#, ["odd name", "x"]), ("a.b.c", ["a", "b", "c"]), ("/", [""]),
    ("items[0", nil), ("a..b", nil), ("a/~2", ["a/~2"]), ("/~2", nil), (".a", nil), ("a.", nil),
  ]

  @Test(arguments: paths)
  func readsPlaces(text: String, tokens: [String]?) {
    #expect(PathText.pointer(text)?.tokens == tokens)
  }

  @Test(
    arguments: [
      ("plain é ✓", "plain é ✓"), ("a\tb\nc\r", "a\\tb\\nc\\r"), ("\u{1B}[31m", "\\u001b[31m"),
      ("\u{9B}m\u{7F}", "\\u009bm\\u007f"), ("\u{202E}x\u{2066}", "\\u202ex\\u2066"),
      ("\u{2028}", "\\u2028"), ("\u{0}", "\\u0000"), ("👩‍👩‍👧", "👩‍👩‍👧"),
    ])
  func writesControlCharactersOut(text: String, shown: String) {
    #expect(Printable.escape(text) == shown)
  }

  @Test(
    arguments: [
      (0, 2, "0"), (1.005, 2, "1"), (0.25, 1, "0.3"), (12.3456, 2, "12.35"), (0.0004, 3, "0"),
      (0.0006, 3, "0.001"), (-1.5, 1, "-1.5"), (100, 0, "100"), (.infinity, 2, "0"),
      (1e20, 2, "1e+20"),
      (0.05, 2, "0.05"),
    ])
  func writesNumbersForPeople(value: Double, digits: Int, shown: String) {
    #expect(Figures.decimal(value, digits: digits) == shown)
  }

  private func value(_ text: String) throws -> JSON { try JSON(parsing: text) }
}
