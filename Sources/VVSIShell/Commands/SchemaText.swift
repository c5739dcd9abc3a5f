import VVSIJSON

/// Types in a few words, from their schemas.
enum SchemaText {
  /// `integer`, `array of string`, `red | green`, `User or null`.
  static func type(_ node: SchemaNode, depth: Int = 0) -> String {
    if node.schema["not"] == [:] { return "nothing" }
    if node.isNullable, !node.withoutNull.isNullable, depth < 4 {
      return type(node.withoutNull, depth: depth + 1) + " or null"
    }
    if !node.constants.isEmpty { return node.constants.map(constant).joined(separator: " | ") }
    if !node.options.isEmpty { return choice(node, depth) }
    let types = node.types.filter { $0 != "null" }
    let text =
      types.isEmpty ? "any value" : types.map { named($0, node, depth) }.joined(separator: " or ")
    return node.types.contains("null") ? text + " or null" : text
  }

  private static func constant(_ value: JSON) -> String {
    if case .string(let text) = value { return ValueText.word(text) }
    return ValueText.short(value)
  }

  private static func named(_ type: String, _ node: SchemaNode, _ depth: Int) -> String {
    switch type {
    case "array":
      guard let items = node.items, depth < 4 else { return "array" }
      return "array of \(Self.type(items, depth: depth + 1))"
    case "object":
      if let name = node.name { return Printable.escape(name) }
      guard node.properties.isEmpty, let inner = node.additional, depth < 4 else { return "object" }
      return "object of \(Self.type(inner, depth: depth + 1))"
    default: return type + detail(of: node)
    }
  }

  private static func detail(of node: SchemaNode) -> String {
    node.schema["format"]?.stringValue.map { " (\(Printable.escape($0)))" } ?? ""
  }

  /// The names of an enum's cases, or all alternatives.
  private static func choice(_ node: SchemaNode, _ depth: Int) -> String {
    let cases = node.options.flatMap { option in
      option.constants.isEmpty ? option.properties.map(\.name) : option.constants.map(constant)
    }
    if cases.count >= node.options.count {
      return cases.map { Printable.escape($0) }.joined(separator: " | ")
    }
    guard depth < 4 else { return node.name ?? "any value" }
    return node.options.map { type($0, depth: depth + 1) }.joined(separator: " or ")
  }

  /// The members of an object, one a line, those inside them indented.
  static func members(_ node: SchemaNode, indent: Int, depth: Int = 0) -> [String] {
    let inner = node.withoutNull
    let margin = String(repeating: " ", count: indent)
    return inner.properties.flatMap { name, member -> [String] in
      let line = "\(margin)\(Printable.escape(name)): \(type(member))"
      guard depth < 2 else { return [line] }
      let content = member.withoutNull.items ?? member
      return [line] + members(content, indent: indent + 2, depth: depth + 1)
    }
  }
}
