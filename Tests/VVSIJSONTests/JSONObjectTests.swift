import Testing
import VVSIJSON

@Suite struct JSONObjectTests {
  @Test func isEqualWhateverTheOrder() {
    let left: JSON = ["a": 1, "b": [2]]
    let right: JSON = ["b": [2.0], "a": 1]
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left != ["a": 1])
    #expect(left != ["a": 1, "c": [2]])
  }

  @Test func tellsComposedFromDecomposedNames() throws {
    let value = try JSON(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
    #expect(JSON.string("\u{E9}") != JSON.string("e\u{301}"))
  }

  @Test(arguments: [3, 100])
  func setsReplacesAndRemoves(_ count: Int) {
    var object = JSONObject()
    for number in 0..<count { object["n\(number)"] = .number(JSONNumber(number)) }
    object["n1"] = "one"
    #expect(object.count == count && object.names.prefix(3) == ["n0", "n1", "n2"])
    #expect(object.remove("n0") == 0 && object.remove("n0") == nil)
    object["n1"] = nil
    object["n0"] = "again"
    #expect(object["n1"] == nil && object["n2"] == 2 && object["n0"] == "again")
    #expect(object.names.last == "n0" && object.count == count - 1)
    #expect(object.map(\.name) == object.names)
  }

  @Test func givesWhatIsThere() {
    let value: JSON = ["s": "x", "b": true, "n": 3, "a": [1, 2], "z": nil]
    #expect(value["s"]?.stringValue == "x" && value["s"]?.boolValue == nil)
    #expect(value["b"]?.boolValue == true && value["n"]?.intValue == 3)
    #expect(value["a"]?[1] == 2 && value["a"]?[2] == nil && value["a"]?[-1] == nil)
    #expect(value["z"]?.isNull == true && value["y"] == nil && value[0] == nil)
  }
}
