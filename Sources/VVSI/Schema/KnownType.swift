import VVSIJSON

/// Types whose JSON form is settled by the codec, and not by what they ask of a decoder.
enum KnownType {
  /// The schema of a type that is known by itself.
  static func schema(of type: Any.Type) -> JSONObject? {
    if let schema = plain(type) { return schema }
    let name = _typeName(type, qualified: true)
    return name.hasPrefix("Foundation") || name.hasPrefix("__C.") ? named[name] : nil
  }

  /// A text that the type accepts, for those that do not accept every one.
  static func placeholderText(_ type: Any.Type) -> String {
    switch _typeName(type, qualified: true) {
    case "Foundation.UUID", "FoundationEssentials.UUID": "00000000-0000-0000-0000-000000000000"
    case "Foundation.URL", "FoundationEssentials.URL": "/"
    default: ""
    }
  }

  // Compared one by one: most plugins look up a few types at their start and never again, and making a table takes longer.
  private static func plain(_ type: Any.Type) -> JSONObject? {
    if type == String.self { return ["type": "string"] }
    if type == Bool.self { return ["type": "boolean"] }
    if type == Double.self || type == Float.self { return ["type": "number"] }
    if type == Never.self { return ["not": [:]] }
    if type == JSON.self { return [:] }
    return integer(type)
  }

  private static func integer(_ type: Any.Type) -> JSONObject? {
    if type == Int.self || type == Int64.self || type == Int128.self { return ["type": "integer"] }
    if type == UInt.self || type == UInt64.self || type == UInt128.self {
      return ["type": "integer", "minimum": 0]
    }
    if type == Int8.self { return limited(Int8.self) }
    if type == Int16.self { return limited(Int16.self) }
    if type == Int32.self { return limited(Int32.self) }
    if type == UInt8.self { return limited(UInt8.self) }
    if type == UInt16.self { return limited(UInt16.self) }
    if type == UInt32.self { return limited(UInt32.self) }
    return nil
  }

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

  private static func limited(_ type: (some FixedWidthInteger).Type) -> JSONObject {
    [
      "type": "integer", "minimum": .number(JSONNumber(type.min)),
      "maximum": .number(JSONNumber(type.max)),
    ]
  }
}
