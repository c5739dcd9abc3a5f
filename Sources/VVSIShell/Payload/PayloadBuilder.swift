import VVSIHost
import VVSIJSON

/// Builds an action's JSON from what was typed after its name.
struct PayloadBuilder {
  private let action: String
  private let shape: ActionShape?
  private var target = JSONObject()

  /// The action's JSON for a line, after the feature's action schema.
  ///
  /// If that is `null`, names are taken as they come.
  ///
  /// - Throws: ``Rejection`` if the action or a field does not exist, or a value has no place.
  static func action(for trigger: Line.Trigger, schema: JSON) throws(Rejection) -> JSON {
    let shapes = ActionShape.all(in: schema)
    let shape = shapes.first { $0.name == trigger.action }
    guard schema.isNull || shape != nil else {
      throw .unknownAction(trigger.action, known: shapes.map(\.name))
    }
    var builder = PayloadBuilder(action: trigger.action, shape: shape)
    return try builder.build(trigger.arguments)
  }

  private init(action: String, shape: ActionShape?) {
    self.action = action
    self.shape = shape
  }

  private mutating func build(_ arguments: [Argument]) throws(Rejection) -> JSON {
    if let first = arguments.first, arguments.count == 1, first.path.isEmpty,
      case .json(let text) = first.value, text.hasPrefix("{")
    {
      return action(with: try ValueReader.read(first.value, for: nil))
    }
    var place = 0
    for argument in arguments {
      if argument.path.isEmpty {
        try fill(place, with: argument.value)
        place += 1
      } else {
        try set(argument)
      }
    }
    if shape?.isBare == true, target.isEmpty { return .string(action) }
    if shape?.isFlattened == true { return wrapped(["_0": .object(target)]) }
    return wrapped(target)
  }

  private func wrapped(_ payload: JSONObject) -> JSON { .object([action: .object(payload)]) }

  /// The action with a payload given as JSON, which may leave out the `_0` around a single value.
  private func action(with payload: JSON) -> JSON {
    let isWhole = payload.objectValue.map { $0.names == ["_0"] } ?? false
    let isSingle = shape.map { $0.isFlattened || $0.fields.map(\.name) == ["_0"] } ?? false
    guard isSingle, !isWhole else { return .object([action: payload]) }
    return wrapped(["_0": payload])
  }

  /// Puts a bare value into the next field that is filled by place.
  private mutating func fill(_ place: Int, with raw: RawValue) throws(Rejection) {
    guard let shape else {
      target["_\(place)"] = try ValueReader.read(raw, for: nil)
      return
    }
    let fields = shape.positional
    guard place < fields.count else {
      throw .invalidPayload(path: pointer([]), expected: expectation(of: shape), found: raw.shown)
    }
    try put(try ValueReader.read(raw, for: fields[place].node), at: [fields[place].name])
  }

  private func expectation(of shape: ActionShape) -> String {
    if shape.fields.isEmpty { return "nothing after '\(action)'" }
    let values = shape.positional.count
    guard values == 0 else { return values == 1 ? "one value" : "\(values) values" }
    return shape.fields.map { "\($0.name)=…" }.joined(separator: " ")
  }

  private mutating func set(_ argument: Argument) throws(Rejection) {
    let node = try node(at: argument.path)
    try put(try ValueReader.read(argument.value, for: node), at: argument.path)
  }

  /// The type of a field, followed through nested structs.
  private func node(at path: [String]) throws(Rejection) -> SchemaNode? {
    guard let shape else { return nil }
    guard var node = shape.field(path[0])?.node ?? shape.freeField else {
      throw .unknownField(path: pointer([path[0]]), known: shape.fields.map(\.name))
    }
    for depth in path.indices.dropFirst() {
      let inner = node.withoutNull
      guard inner.isObject, inner.options.isEmpty else { return nil }
      guard
        let next = inner.properties.first(where: { $0.name == path[depth] })?.node
          ?? inner.additional
      else {
        throw .unknownField(
          path: pointer(Array(path[...depth])), known: inner.properties.map(\.name))
      }
      node = next
    }
    return node
  }

  private mutating func put(_ value: JSON, at path: [String]) throws(Rejection) {
    guard let object = Self.putting(value, at: path[...], in: target) else {
      throw .invalidPayload(path: pointer(path), expected: "each field once", found: "it twice")
    }
    target = object
  }

  /// Nil if the place is taken.
  private static func putting(
    _ value: JSON, at path: ArraySlice<String>, in object: JSONObject
  ) -> JSONObject? {
    guard let name = path.first else { return nil }
    var object = object
    if path.count == 1 {
      guard object[name] == nil else { return nil }
      object[name] = value
      return object
    }
    guard case .object(let inner) = object[name] ?? .object([:]),
      let filled = putting(value, at: path.dropFirst(), in: inner)
    else { return nil }
    object[name] = .object(filled)
    return object
  }

  /// The RFC 6901 pointer to a field in the action's JSON.
  private func pointer(_ path: [String]) -> String {
    let outer = shape?.isFlattened == true ? [action, "_0"] : [action]
    return JSONPointer(tokens: outer + path).description
  }
}

extension RawValue {
  /// The value as it was typed, for errors.
  var shown: String {
    switch self {
    case .word(let text), .json(let text): text
    case .text(let text): "'\(text)'"
    }
  }
}
