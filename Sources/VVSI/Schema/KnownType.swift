import VVSIJSON

/// Types whose JSON form is settled by the codec, and not by what they ask of a decoder.
enum KnownType {
  /// The schema of a type that is known by itself.
  static func schema(of type: Any.Type) -> JSONObject? {
    plain[ObjectIdentifier(type)] ?? named[_typeName(type, qualified: true)]
  }

  /// A text that the type accepts, for those that do not accept every one.
  static func placeholderText(_ type: Any.Type) -> String {
    switch _typeName(type, qualified: true) {
    case "Foundation.UUID", "FoundationEssentials.UUID": "00000000-0000-0000-0000-000000000000"
    case "Foundation.URL", "FoundationEssentials.URL": "/"
    default: ""
    }
  }

  private static let plain: [ObjectIdentifier: JSONObject] = [
    ObjectIdentifier(Bool.self): ["type": "boolean"],
    ObjectIdentifier(String.self): ["type": "string"],
    ObjectIdentifier(Double.self): ["type": "number"],
    ObjectIdentifier(Float.self): ["type": "number"],
    ObjectIdentifier(Int.self): ["type": "integer"],
    ObjectIdentifier(Int8.self): integer(Int8.self),
    ObjectIdentifier(Int16.self): integer(Int16.self),
    ObjectIdentifier(Int32.self): integer(Int32.self),
    ObjectIdentifier(Int64.self): ["type": "integer"],
    ObjectIdentifier(Int128.self): ["type": "integer"],
    ObjectIdentifier(UInt.self): ["type": "integer", "minimum": 0],
    ObjectIdentifier(UInt8.self): integer(UInt8.self),
    ObjectIdentifier(UInt16.self): integer(UInt16.self),
    ObjectIdentifier(UInt32.self): integer(UInt32.self),
    ObjectIdentifier(UInt64.self): ["type": "integer", "minimum": 0],
    ObjectIdentifier(UInt128.self): ["type": "integer", "minimum": 0],
    ObjectIdentifier(Never.self): ["not": [:]],
    ObjectIdentifier(JSON.self): [:],
  ]

  /// By name, because Foundation is not imported for their sake.
  private static let named: [String: JSONObject] = {
    let types: [String: JSONObject] = [
      "Date": ["type": "number", "description": "seconds since 2001-01-01T00:00:00Z"],
      "Data": ["type": "string", "contentEncoding": "base64"],
      "UUID": ["type": "string", "format": "uuid"],
      "URL": ["type": "string", "format": "uri-reference"],
    ]
    var named: [String: JSONObject] = ["__C.NSDecimal": ["type": "number"]]
    for module in ["Foundation", "FoundationEssentials"] {
      for (name, schema) in types { named["\(module).\(name)"] = schema }
      named["\(module).Decimal"] = ["type": "number"]
    }
    return named
  }()

  private static func integer(_ type: (some FixedWidthInteger).Type) -> JSONObject {
    [
      "type": "integer", "minimum": .number(JSONNumber(type.min)),
      "maximum": .number(JSONNumber(type.max)),
    ]
  }
}
