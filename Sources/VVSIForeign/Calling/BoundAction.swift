import VVSIHost
import VVSIJSON

/// An action whose functions are found and whose call interfaces are made.
final class BoundAction: @unchecked Sendable {
  // Only read once it is made.
  let action: Action
  let function: BoundFunction
  let layout: FrameLayout
  /// By argument: what tells an out buffer's size.
  let capacities: [Int: BoundFunction]
  /// By argument: what frees the string that C handed out.
  let frees: [Int: BoundFunction]
  let resultFree: BoundFunction?
  let message: BoundFunction?
  /// By argument: how C calls back.
  let callbacks: [Int: ClosurePool]
  /// The payload's fields that only a callback's result is taken from.
  let answers: [(name: String, type: CType)]
  let schema: JSON
  /// The names that the payload may have.
  let fields: [String]

  init(
    _ action: Action, _ symbols: Symbols, complain: @escaping @Sendable (String) -> Void
  ) throws(ManifestFault) {
    self.action = action
    layout = FrameLayout(action)
    let types = action.arguments.map(\.passed)
    function = try symbols.function(
      action.function, types, result: action.result.passed, fixed: action.fixed,
      at: action.place)
    var capacities: [Int: BoundFunction] = [:]
    var frees: [Int: BoundFunction] = [:]
    var callbacks: [Int: ClosurePool] = [:]
    for (index, argument) in action.arguments.enumerated() {
      if case .function(let name, let operands, let result, let place) = argument.capacity {
        let types = operands.map { action.arguments[$0].shape.type ?? .opaque }
        capacities[index] = try symbols.function(name, types, result: result, at: place)
      }
      if let free = argument.free {
        frees[index] = try symbols.function(
          free, [.opaque], result: .void, at: argument.place.appending("free"))
      }
      if case .callback(let type) = argument.form {
        callbacks[index] = ClosurePool(
          type, try symbols.callback(type), complain: complain)
      }
    }
    (self.capacities, self.frees, self.callbacks) = (capacities, frees, callbacks)
    resultFree = try action.result.free.map { name throws(ManifestFault) in
      try symbols.function(
        name, [.opaque], result: .void, at: action.result.place.appending("free"))
    }
    message = try Self.message(of: action, symbols)
    answers = Self.answers(of: action)
    let schema = ActionSchema(action, answers)
    self.schema = schema.json
    fields = schema.fields
  }

  private static func message(
    of action: Action, _ symbols: Symbols
  ) throws(ManifestFault) -> BoundFunction? {
    guard case .function(let name, let operands, let place) = action.failure?.message else {
      return nil
    }
    let types = operands.map { operand -> CType in
      switch operand {
      case .argument(let index): action.arguments[index].shape.type ?? .opaque
      case .result: action.result.passed
      case .errno: .scalar(.int32)
      }
    }
    return try symbols.function(name, types, result: .string, at: place)
  }

  /// What callbacks return of the payload, where no argument has that name.
  private static func answers(of action: Action) -> [(name: String, type: CType)] {
    var answers: [(name: String, type: CType)] = []
    for argument in action.arguments {
      guard case .callback(let type) = argument.form, case .argument(let name) = type.answer,
        !answers.contains(where: { $0.name == name })
      else { continue }
      answers.append((name, type.result))
    }
    return answers
  }
}

extension Shape {
  /// The type of a single value; nil of several.
  var type: CType? {
    if case .one(let type) = self { type } else { nil }
  }
}

/// The schema of an action, which is also the list of its payload's fields.
struct ActionSchema {
  let json: JSON
  let fields: [String]

  init(_ action: Action, _ answers: [(name: String, type: CType)]) {
    var properties = JSONObject()
    var required: [JSON] = []
    for argument in action.arguments where argument.isInPayload {
      properties[argument.name] = Self.property(argument)
      if argument.standard == nil, argument.from == nil, !argument.isNullable {
        required.append(.string(argument.name))
      }
    }
    for answer in answers where properties[answer.name] == nil {
      properties[answer.name] = answer.type.schema(isInput: true)
    }
    fields = properties.names
    var payload: JSONObject = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
    ]
    if !required.isEmpty { payload["required"] = .array(required) }
    var schema: JSONObject = [
      "type": "object", "properties": .object([action.name: .object(payload)]),
      "required": [.string(action.name)], "additionalProperties": false,
    ]
    if !action.summary.isEmpty { schema["description"] = .string(action.summary) }
    json = .object(schema)
  }

  private static func property(_ argument: Argument) -> JSON {
    var schema =
      argument.isNullable
      ? argument.shape.orNull : argument.shape.schema(isInput: true)
    if let standard = argument.standard, case .object(var object) = schema {
      object["default"] = standard
      schema = .object(object)
    }
    return schema
  }
}
