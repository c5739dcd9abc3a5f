import VVSIJSON

/// Writes the schema of a type.
///
/// Types that are used once are told where they are used; others, and those that contain themselves, under `$defs`.
struct SchemaText {
  private let reader: ShapeReader
  private var uses: [ObjectIdentifier: Int] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  private var titles: [ObjectIdentifier: String] = [:]

  /// The schema.
  var text: String { schema.text() }

  init(_ reader: ShapeReader) {
    self.reader = reader
    count(reader.root)
    for shape in reader.shapes.values { count(shape) }
    var taken: Set<String> = []
    for type in reader.types {
      let id = ObjectIdentifier(type)
      let title = _typeName(type, qualified: false)
      titles[id] = title
      guard uses[id] ?? 0 > 1 else { continue }
      names[id] = taken.insert(title).inserted ? title : _typeName(type, qualified: true)
    }
  }

  private var schema: JSON {
    var schema = object(reader.root)
    let shared = reader.types.filter { names[ObjectIdentifier($0)] != nil }
    guard !shared.isEmpty else { return .object(schema) }
    var definitions = JSONObject()
    for type in shared {
      let id = ObjectIdentifier(type)
      if let name = names[id] { definitions[name] = .object(definition(id)) }
    }
    schema["$defs"] = .object(definitions)
    return .object(schema)
  }

  private mutating func count(_ shape: Shape) {
    switch shape {
    case .known, .values: break
    case .reference(let id): uses[id, default: 0] += 1
    case .optional(let shape), .list(let shape, _), .map(let shape, _): count(shape)
    case .either(let one, let other):
      count(one)
      count(other)
    case .tuple(let shapes): for shape in shapes { count(shape) }
    case .object(let fields, _), .choice(let fields): for field in fields { count(field.shape) }
    }
  }

  private func json(_ shape: Shape) -> JSON { .object(object(shape)) }

  private func definition(_ id: ObjectIdentifier) -> JSONObject {
    var schema = JSONObject([(name: "title", value: .string(titles[id] ?? ""))])
    for (name, value) in object(reader.shapes[id] ?? .known([:])) { schema[name] = value }
    return schema
  }

  private func object(_ shape: Shape) -> JSONObject {
    switch shape {
    case .known(let schema): schema
    case .reference(let id):
      names[id].map { ["$ref": .string("#/$defs/" + pointerToken($0))] } ?? definition(id)
    case .optional(let shape): ["anyOf": [json(shape), ["type": "null"]]]
    case .either(let one, let other):
      ["type": "array", "items": ["anyOf": [json(one), json(other)]]]
    case .list(let element, let isUnique):
      isUnique
        ? ["type": "array", "items": json(element), "uniqueItems": true]
        : ["type": "array", "items": json(element)]
    case .tuple(let elements):
      [
        "type": "array", "prefixItems": .array(elements.map(json)),
        "minItems": .number(JSONNumber(elements.count)),
        "maxItems": .number(JSONNumber(elements.count)),
      ]
    case .map(let value, let keysAreIntegers):
      keysAreIntegers
        ? [
          "type": "object", "propertyNames": ["pattern": "^-?[0-9]+$"],
          "additionalProperties": json(value),
        ] : ["type": "object", "additionalProperties": json(value)]
    case .object(let fields, let isOpen): object(fields, isOpen)
    case .choice(let fields):
      ["oneOf": .array(fields.map { .object(object([$0], false)) })]
    case .values(let values): ["enum": .array(values)]
    }
  }

  private func object(_ fields: [Shape.Field], _ isOpen: Bool) -> JSONObject {
    var properties = JSONObject()
    for field in fields {
      let schema = json(field.shape)
      properties[field.name] =
        field.isOptional && !isOptional(field.shape)
        ? ["anyOf": [schema, ["type": "null"]]] : schema
    }
    var object: JSONObject = ["type": "object", "properties": .object(properties)]
    let required = fields.filter { !$0.isOptional }.map { JSON.string($0.name) }
    if !required.isEmpty { object["required"] = .array(required) }
    if !isOpen { object["additionalProperties"] = false }
    return object
  }

  private func isOptional(_ shape: Shape) -> Bool {
    if case .optional = shape { true } else { false }
  }

  /// RFC 6901's way with the two characters that mean something in a pointer.
  private func pointerToken(_ name: String) -> String {
    name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
      .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
  }
}
