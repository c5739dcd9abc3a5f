import VVSIJSON

/// Lines that work when they are typed, made from a feature's schema.
enum Example {
  /// A line for an action, such as `list.random count=1 length=1`.
  static func line(_ shape: ActionShape, of feature: String) -> String {
    let fields = shape.fields.filter(\.isRequired)
    let head = "\(feature).\(shape.name)"
    guard !fields.isEmpty else { return head }
    return ([head] + fields.map(argument)).joined(separator: " ")
  }

  private static func argument(_ field: ActionShape.Field) -> String {
    let value = text(of: value(field.node))
    return field.isUnlabelled ? value : "\(field.name)=\(value)"
  }

  /// A value as a word of a line.
  private static func text(of value: JSON) -> String {
    if case .string(let text) = value { return ValueText.word(text) }
    return value.text()
  }

  /// The simplest value that the schema takes and that says something.
  static func value(_ node: SchemaNode, depth: Int = 0) -> JSON {
    if let example = node.schema["examples"]?[0] ?? node.schema["default"] { return example }
    if let constant = node.constants.first { return constant }
    let node = node.withoutNull
    if !node.options.isEmpty {
      let inner = node.options.first { $0.properties.allSatisfy(\.node.properties.isEmpty) }
      return value(inner ?? node.options[0], depth: depth + 1)
    }
    switch node.types.first {
    case "integer": return number(node, fallback: 1)
    case "number": return number(node, fallback: 1.5)
    case "boolean": return true
    case "string": return string(node)
    case "array": return array(node, depth)
    case "null": return .null
    default: return node.isObject ? object(node, depth) : 1
    }
  }

  private static func number(_ node: SchemaNode, fallback: JSON) -> JSON {
    let value = fallback.numberValue?.double ?? 1
    if let minimum = node.schema["minimum"], (minimum.numberValue?.double ?? 0) > value {
      return minimum
    }
    if let maximum = node.schema["maximum"], (maximum.numberValue?.double ?? value) < value {
      return maximum
    }
    return fallback
  }

  private static func string(_ node: SchemaNode) -> JSON {
    switch node.schema["format"]?.stringValue {
    case "date-time": "2024-02-29T12:00:00Z"
    case "date": "2024-02-29"
    case "uuid": "6F9619FF-8B86-4D01-B42D-00CF4FC964FF"
    case "uri", "uri-reference": "https://example.org"
    default: node.schema["contentEncoding"] == "base64" ? "aGVsbG8=" : "text"
    }
  }

  private static func array(_ node: SchemaNode, _ depth: Int) -> JSON {
    let first = node.prefixItems.map { value($0, depth: depth + 1) }
    let least = node.schema["minItems"]?.intValue ?? 0
    guard first.isEmpty, depth < 6, let items = node.items else { return .array(first) }
    return .array(
      Array(repeating: value(items, depth: depth + 1), count: max(least, depth < 3 ? 1 : 0)))
  }

  private static func object(_ node: SchemaNode, _ depth: Int) -> JSON {
    let required = node.required
    guard depth < 12 else { return [:] }
    let members = node.properties.filter { required.contains($0.name) }
      .map { (name: $0.name, value: value($0.node, depth: depth + 1)) }
    return .object(JSONObject(members))
  }
}
