import Testing
import VVSIJSON

@testable import VVSIHost

@Suite struct SchemaCarrierTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var schema: JSON
    var old: JSON
    var beginning: JSON?
    var new: JSON?
    var dropped: [String] = []
  }

  static func object(_ properties: JSON, required: JSON = []) -> JSON {
    [
      "type": "object", "properties": properties, "required": required,
      "additionalProperties": false,
    ]
  }

  static let integer: JSON = ["type": "integer", "minimum": -128, "maximum": 127]
  static let text: JSON = ["type": "string"]
  static let list: JSON = ["type": "array", "items": text]

  static let cases: [Case] = [
    Case(
      testDescription: "same fields are kept",
      schema: object(["items": list, "n": integer], required: ["items", "n"]),
      old: ["items": ["a"], "n": 3], beginning: ["items": [], "n": 0],
      new: ["items": ["a"], "n": 3]),
    Case(
      testDescription: "a new field begins as in the initial state",
      schema: object(["items": list, "limit": integer], required: ["items", "limit"]),
      old: ["items": ["a"]], beginning: ["items": [], "limit": 6],
      new: ["items": ["a"], "limit": 6]),
    Case(
      testDescription: "a renamed field is listed",
      schema: object(["entries": list], required: ["entries"]),
      old: ["items": ["a"]], beginning: ["entries": []], new: ["entries": []],
      dropped: ["/items no such field any more"]),
    Case(
      testDescription: "a changed type is listed and begins anew",
      schema: object(["n": text], required: ["n"]), old: ["n": 3], beginning: ["n": "none"],
      new: ["n": "none"], dropped: ["/n the type changed to string"]),
    Case(
      testDescription: "a number that does not fit is listed",
      schema: object(["n": integer], required: ["n"]), old: ["n": 300], beginning: ["n": 1],
      new: ["n": 1], dropped: ["/n the number does not fit the new type"]),
    Case(
      testDescription: "an integer widens to a number",
      schema: object(["n": ["type": "number"]], required: ["n"]), old: ["n": 3],
      beginning: ["n": 0], new: ["n": 3]),
    Case(
      testDescription: "fields inside list elements are carried, new ones begin empty",
      schema: object(
        ["todos": ["type": "array", "items": ["$ref": "#/$defs/Todo"]]], required: ["todos"]
      ).defining([
        "Todo": object(["title": text, "done": ["type": "boolean"]], required: ["title", "done"])
      ]),
      old: ["todos": [["title": "milk", "old": 1]]], beginning: ["todos": []],
      new: ["todos": [["title": "milk", "done": false]]],
      dropped: [
        "/todos/0/done is new and began as false", "/todos/0/old no such field any more",
      ]),
    Case(
      testDescription: "dictionaries are carried value by value",
      schema: ["type": "object", "additionalProperties": integer], old: ["a": 1, "b": 1_000],
      new: ["a": 1], dropped: ["/b the number does not fit the new type"]),
    Case(
      testDescription: "an enum's payload is carried",
      schema: [
        "oneOf": [object(["on": object(["level": integer], required: ["level"])], required: ["on"])]
      ],
      old: ["on": ["level": 5, "x": 1]], new: ["on": ["level": 5]],
      dropped: ["/on/x no such field any more"]),
    Case(
      testDescription: "a case that is gone cannot be carried",
      schema: [
        "oneOf": [
          object(["on": object([:])], required: ["on"]),
          object(["off": object([:])], required: ["off"]),
        ]
      ],
      old: ["dim": [:]], new: nil, dropped: [" case dim no longer exists"]),
    Case(
      testDescription: "an absent optional stays absent",
      schema: object(["a": ["anyOf": [text, ["type": "null"]]]]), old: [:], beginning: [:], new: [:]
    ),
    Case(
      testDescription: "another kind of value cannot be carried", schema: object(["a": text]),
      old: [1, 2], new: nil, dropped: [" the type changed to object"]),
  ]

  @Test(arguments: cases) func carries(_ example: Case) {
    var carrier = SchemaCarrier(schema: example.schema)
    #expect(carrier.carry(example.old, beginning: example.beginning) == example.new)
    #expect(carrier.dropped.map { "\($0.path) \($0.reason)" } == example.dropped)
  }
}

extension JSON {
  fileprivate func defining(_ definitions: JSON) -> JSON {
    guard var object = objectValue else { return self }
    object["$defs"] = definitions
    return .object(object)
  }
}
