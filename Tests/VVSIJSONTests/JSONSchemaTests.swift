import Testing
import VVSIJSON

@Suite struct JSONSchemaTests {
  /// `add`, `set(Int)` as `{"set":{"_0":1}}`, `random(count:length:)`, and `group` of further actions.
  static let actions: JSON = [
    "oneOf": [
      enumCase("add", [:]),
      enumCase("set", ["_0": ["type": "integer", "minimum": 0, "maximum": 255]]),
      enumCase(
        "random", ["count": ["type": "integer"], "name": ["type": ["string", "null"]]],
        required: ["count"]),
      enumCase("group", ["_0": ["type": "array", "items": ["$ref": "#"]]]),
    ]
  ]

  static func enumCase(_ name: String, _ fields: JSONObject, required: [String]? = nil) -> JSON {
    let required = (required ?? fields.names).map(JSON.string)
    return [
      "type": "object",
      "properties": .object([
        name: [
          "type": "object", "properties": .object(fields), "required": .array(required),
          "additionalProperties": false,
        ]
      ]),
      "required": [.string(name)], "additionalProperties": false,
    ]
  }

  @Test(arguments: [
    #"{"add":{}}"#, #"{"set":{"_0":255}}"#, #"{"random":{"count":3}}"#,
    #"{"random":{"count":3.0,"name":null}}"#,
    #"{"group":{"_0":[{"add":{}},{"group":{"_0":[]}}]}}"#,
  ])
  func accepts(_ text: String) throws {
    #expect(JSONSchema.validate(try JSON(parsing: text), against: Self.actions) == nil)
  }

  @Test(arguments: [
    (#"{"ad":{}}"#, "unknown_action", "/ad", "add, set, random or group", "ad"),
    (#""ad""#, "unknown_action", "", "add, set, random or group", "ad"),
    (#""add""#, "invalid_payload", "", #"{"add":{}}"#, #""add""#),
    (#""set""#, "invalid_payload", "", #"{"set":{…}}"#, #""set""#),
    (
      "{}", "invalid_payload", "", "an object with one member: add, set, random or group",
      "an empty object"
    ),
    (
      #"{"add":{},"set":{}}"#, "invalid_payload", "",
      "an object with one member: add, set, random or group", "the members add, set"
    ),
    (
      "3", "invalid_payload", "", "an object with one member: add, set, random or group", "3"
    ),
    (#"{"add":[]}"#, "invalid_payload", "/add", "an object", "an empty array"),
    (#"{"add":{"x":1}}"#, "unknown_field", "/add/x", "no field", "x"),
    (#"{"set":{}}"#, "missing_field", "/set/_0", "an integer", "nothing"),
    (#"{"set":{"_0":"1"}}"#, "invalid_payload", "/set/_0", "an integer", #""1""#),
    (#"{"set":{"_0":256}}"#, "invalid_payload", "/set/_0", "at most 255", "256"),
    (#"{"set":{"_0":-1}}"#, "invalid_payload", "/set/_0", "at least 0", "-1"),
    (#"{"set":{"_0":1.5}}"#, "invalid_payload", "/set/_0", "an integer", "1.5"),
    (#"{"random":{"count":1,"nam":1}}"#, "unknown_field", "/random/nam", "count or name", "nam"),
    (
      #"{"random":{"count":1,"name":1}}"#, "invalid_payload", "/random/name", "a string or null",
      "1"
    ),
    (
      #"{"group":{"_0":[{"add":{}},{"sett":{}}]}}"#, "unknown_field", "/group/_0/1/sett",
      "add, set, random or group", "sett"
    ),
  ])
  func tellsTheInnermostPlace(
    _ text: String, _ code: String, _ path: String, _ expected: String, _ found: String
  ) throws {
    let violation = try #require(
      JSONSchema.validate(try JSON(parsing: text), against: Self.actions))
    #expect(violation.code == code && violation.path == path)
    #expect(violation.expected == expected)
    #expect(violation.found == found)
  }

  @Test func knowsTheNames() throws {
    let violation = JSONSchema.validate(["ad": [:]], against: Self.actions)
    #expect(violation?.known == ["add", "set", "random", "group"])
    let field = JSONSchema.validate(["random": ["nam": 1]], against: Self.actions)
    #expect(field?.known == ["count", "name"])
  }

  @Test(
    arguments: [
      (
        [
          "type": "array", "prefixItems": [["type": "string"], ["type": "integer"]], "items": false,
        ], ["a", 1], nil
      ),
      (["prefixItems": [["type": "string"]], "items": false], ["a", 1], "/1"),
      (["items": ["type": "string"]], ["a", 1], "/1"),
      (["minItems": 2], [1], ""), (["maxItems": 1], [1, 2], ""),
      (["uniqueItems": true], [1, 2, 1.0], "/2"), (["uniqueItems": true], [1, 2], nil),
      (["const": 1], 1.0, nil), (["const": 1], 2, ""), (["enum": ["a", "b"]], "b", nil),
      (["enum": ["a"]], "b", ""),
      (["additionalProperties": ["type": "integer"]], ["x": 1, "y": "z"], "/y"),
      (["anyOf": [["type": "string"], ["type": "null"]]], nil, nil),
      (["anyOf": [["type": "string"], ["type": "null"]]], 1, ""),
      (
        [
          "anyOf": [["$ref": "#/$defs/P"], ["type": "null"]],
          "$defs": ["P": ["properties": ["x": ["type": "integer"]]]],
        ], ["x": "1"], "/x"
      ),
      (["oneOf": [["type": "integer"], ["minimum": 2]]], 1, nil),
      (["oneOf": [["type": "integer"], ["minimum": 2]]], 3, ""),
      (["$ref": "#"], 1, nil), (["format": "date-time", "unheardOf": 1], 1, nil), (true, 1, nil),
      (false, 1, ""),
    ] as [(JSON, JSON, String?)])
  func keepsToTheKeywords(_ schema: JSON, _ value: JSON, _ path: String?) {
    #expect(JSONSchema.validate(value, against: schema)?.path == path)
  }
}
