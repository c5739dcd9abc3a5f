import VVSIJSON

/// One place in a JSON Schema, seen with what it refers to.
struct SchemaNode {
  /// The schema at this place, references followed.
  let schema: JSON
  /// The last part of the reference that led here, which is the type's name; nil if none did.
  let name: String?
  private let root: JSON

  /// The whole of a feature's schema; nil if it has none.
  init?(root: JSON) {
    guard root.objectValue != nil else { return nil }
    self.init(root, root: root)
  }

  private init(_ schema: JSON, root: JSON) {
    var schema = schema
    var name: String?
    var steps = 0
    while let reference = schema["$ref"]?.stringValue, steps < 32 {
      guard let target = Self.target(of: reference, in: root) else { break }
      name = reference.split(separator: "/").last.map(String.init)
      schema = target
      steps += 1
    }
    self.schema = schema
    self.name = name
    self.root = root
  }

  private static func target(of reference: String, in root: JSON) -> JSON? {
    guard reference.hasPrefix("#"), let pointer = JSONPointer(reference.dropFirst()) else {
      return nil
    }
    return root[pointer]
  }

  private func node(_ schema: JSON) -> SchemaNode { SchemaNode(schema, root: root) }

  /// The alternatives, if this is a choice.
  var options: [SchemaNode] {
    let options = schema["oneOf"]?.arrayValue ?? schema["anyOf"]?.arrayValue ?? []
    return options.map(node)
  }

  /// The names of types that are allowed; empty if any is.
  var types: [String] {
    if let type = schema["type"]?.stringValue { return [type] }
    return schema["type"]?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  /// The only values allowed; empty if there is no such list.
  var constants: [JSON] {
    if let constant = schema["const"] { return [constant] }
    return schema["enum"]?.arrayValue ?? []
  }

  /// The members that an object may have, in order.
  var properties: [(name: String, node: SchemaNode)] {
    schema["properties"]?.objectValue?.map { ($0.name, node($0.value)) } ?? []
  }

  /// The members that an object must have.
  var required: [String] { schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  /// What the elements of an array are.
  var items: SchemaNode? { schema["items"].map(node) }

  /// What the elements of a short array are, one by one.
  var prefixItems: [SchemaNode] { schema["prefixItems"]?.arrayValue?.map(node) ?? [] }

  /// What further members of an object are, where they may have any name.
  var additional: SchemaNode? {
    guard let additional = schema["additionalProperties"] else { return nil }
    return additional == false ? nil : node(additional)
  }

  /// Whether an object is meant.
  var isObject: Bool { types.contains("object") || schema["properties"] != nil }

  /// Whether `null` is allowed.
  var isNullable: Bool { types.contains("null") || options.contains(where: \.isNull) }

  private var isNull: Bool { types == ["null"] || constants == [.null] }

  /// The schema without its `null`, where one other alternative is left.
  var withoutNull: SchemaNode {
    let others = options.filter { !$0.isNull }
    guard others.count == 1, options.count == 2 else { return self }
    return others[0].withoutNull
  }

  /// Whether a value is of a type that is allowed here; what is inside it is not looked at.
  func accepts(_ value: JSON) -> Bool {
    if !options.isEmpty { return options.contains { $0.accepts(value) } }
    if !constants.isEmpty { return constants.contains(value) }
    return types.isEmpty || types.contains { Self.isValue(value, of: $0) }
  }

  private static func isValue(_ value: JSON, of type: String) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string),
      ("array", .array), ("object", .object):
      true
    case ("integer", .number(let number)): number.int64 != nil || number.uint64 != nil
    default: false
    }
  }
}
