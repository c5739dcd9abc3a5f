import VVSIHost
import VVSIJSON

/// Schemas in the shape that the SDK derives from Swift types.
enum SampleSchemas {
  static let list = cases(
    [
      ("add", [:], []), ("remove", ["id": ["type": "integer"]], ["id"]),
      ("random", ["_0": ["$ref": "#/$defs/Random"]], ["_0"]),
    ],
    definitions: [
      "Random": object(["count": ["type": "integer"], "length": ["type": "integer"]])
    ])

  static let form = cases(
    [
      ("name", ["_0": ["type": "string"]], ["_0"]),
      ("count", ["value": ["type": "integer", "minimum": -9, "maximum": 9]], ["value"]),
      ("pair", ["_0": ["type": "integer"], "_1": ["type": "boolean"]], ["_0", "_1"]),
      (
        "note", ["text": ["anyOf": [["type": "string"], ["type": "null"]]], "tags": tags],
        ["tags"]
      ),
      ("paint", ["colour": ["$ref": "#/$defs/Colour"]], ["colour"]),
      ("save", ["_0": ["$ref": "#/$defs/User"]], ["_0"]),
      ("scores", ["_0": ["type": "object", "additionalProperties": ["type": "number"]]], ["_0"]),
      ("level", ["_0": ["type": "string", "enum": ["low", "high"]]], ["_0"]),
    ],
    definitions: [
      "Colour": cases([
        ("red", [:], []), ("custom", ["hex": ["type": "string"]], ["hex"]),
      ]),
      "User": object([
        "name": ["type": "string"],
        "address": object(["city": ["type": "string"], "zip": ["type": "string"]]),
      ]),
    ])

  static let tags: JSON = ["type": "array", "items": ["type": "string"]]

  static func object(_ properties: JSON) -> JSON {
    [
      "type": "object", "properties": properties,
      "required": .array((properties.objectValue?.names ?? []).map(JSON.string)),
      "additionalProperties": false,
    ]
  }

  static func cases(
    _ cases: [(name: String, fields: JSON, required: [JSON])], definitions: JSON? = nil
  ) -> JSON {
    let options = cases.map { name, fields, required -> JSON in
      let payload: JSON = [
        "type": "object", "properties": fields, "required": .array(required),
        "additionalProperties": false,
      ]
      return [
        "type": "object", "properties": .object([name: payload]),
        "required": .array([.string(name)]), "additionalProperties": false,
      ]
    }
    var schema: JSONObject = ["oneOf": .array(options)]
    if let definitions { schema["$defs"] = definitions }
    return .object(schema)
  }

  static func description(
    _ id: String, actions: JSON, state: JSON = .null, notifications: JSON = .null
  ) -> FeatureDescription {
    FeatureDescription(
      id: id, style: "vvsi", summary: "A sample", actionSchema: actions, stateSchema: state,
      notificationSchema: notifications, fingerprint: "f")
  }
}
