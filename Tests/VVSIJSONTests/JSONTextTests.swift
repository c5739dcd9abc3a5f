import Testing
import VVSIJSON

@Suite struct JSONTextTests {
  let value: JSON = [
    "b": [1, ["x": nil]], "a": [], "c": [:], "é": "\"\\/\u{8}\t\n\u{C}\r\u{1}\u{1F}\u{7F}€",
  ]

  @Test func writesOneLine() {
    #expect(
      value.text()
        == #"{"b":[1,{"x":null}],"a":[],"c":{},"é":"\"\\/\b\t\n\f\r\u0001\u001f"# + "\u{7F}€\"}")
  }

  @Test func writesIndentedAndSorted() {
    let style = JSONStyle(indent: 2, sortedKeys: true)
    #expect(
      JSON.object(["b": [1, ["x": nil]], "a": [], "c": [:]]).text(style) == """
        {
          "a": [],
          "b": [
            1,
            {
              "x": null
            }
          ],
          "c": {}
        }
        """)
  }

  @Test(arguments: [JSONStyle.compact, .pretty, JSONStyle(indent: 0, sortedKeys: true)])
  func readsWhatItWrote(_ style: JSONStyle) throws {
    #expect(try JSON(parsing: value.bytes(style)) == value)
  }

  @Test func escapesAnywhereInALongString() throws {
    for position in 0..<40 {
      var string =
        String(repeating: "x", count: position) + "\"" + String(repeating: "y", count: 20)
      #expect(try JSON(parsing: JSON.string(string).text()) == .string(string))
      string += "\n\\"
      #expect(try JSON(parsing: JSON.string(string).text()) == .string(string))
    }
  }
}
