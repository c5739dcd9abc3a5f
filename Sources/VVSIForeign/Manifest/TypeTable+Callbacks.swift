import VVSIHost
import VVSIJSON

extension TypeTable {
  /// Reads the type of a function that C calls.
  func callback(_ name: String, _ value: ManifestValue) throws(ManifestFault) -> CallbackType {
    let parts = try value.members(known: ["notification", "arguments", "result"])
    var parameters: [CallbackType.Parameter] = []
    var lengths: [(Int, ManifestValue)] = []
    for (index, value) in (try parts["arguments"]?.elements() ?? []).enumerated() {
      let declaration = try Declaration(value, known: ["name", "type", "lengthOf", "encoding"])
      guard !parameters.contains(where: { $0.name == declaration.name }) else {
        throw value.fault("each name once")
      }
      let form = try callbackForm(declaration)
      var parameter = CallbackType.Parameter(name: declaration.name, form: form)
      if case .value(let type) = form, type.isHidden { parameter.isShown = false }
      parameters.append(parameter)
      if let value = declaration.parts["lengthOf"] { lengths.append((index, value)) }
    }
    for (index, value) in lengths {
      guard case .value(let type) = parameters[index].form, type.isInteger else {
        throw value.fault("lengthOf on an integer only")
      }
      for name in try value.names() {
        guard let buffer = parameters.firstIndex(where: { $0.name == name }),
          parameters[buffer].form.isBuffer
        else { throw value.fault("the name of a buffer among the arguments") }
        parameters[buffer].length = index
      }
    }
    for (parameter, value) in zip(parameters, try parts["arguments"]?.elements() ?? [])
    where parameter.form.isBuffer && parameter.length == nil {
      throw value.fault("an argument with lengthOf \(parameter.name) beside it")
    }
    let notification = try parts["notification"].map { value throws(ManifestFault) in
      value.json == false ? nil : try value.string()
    }
    return try callback(
      name, notification: notification ?? name, parameters, parts["result"], value)
  }

  private func callbackForm(_ declaration: Declaration) throws(ManifestFault) -> Argument.Form {
    let form = try form(declaration.type, declaration.value)
    switch form {
    case .state, .callback: throw declaration.value.fault("a type that C hands over")
    case .pointer(.void), .value(.void): throw declaration.value.fault("a type other than void")
    case .bytes: return .bytes(try declaration.parts["encoding"]?.word() ?? .text)
    default: return form
    }
  }

  private func callback(
    _ name: String, notification: String?, _ parameters: [CallbackType.Parameter],
    _ result: ManifestValue?, _ value: ManifestValue
  ) throws(ManifestFault) -> CallbackType {
    var type = CType.void
    var answer = CallbackType.Answer.constant(.null)
    if let result {
      let isShort = result.json.stringValue != nil
      let parts =
        isShort ? [:] : try result.members(known: ["type", "value", "from", "compare"])
      let named = parts["type"] ?? result
      type = try self.type(try named.string(), named)
      guard type.isVoid || type.scalar != nil || type.isHidden else {
        throw named.fault("a callback that returns a number, an enum, a pointer or nothing")
      }
      answer = try self.answer(parts, type, parameters, result)
    }
    return CallbackType(
      name: name, notification: notification, parameters: parameters, result: type, answer: answer,
      place: value.place)
  }

  private func answer(
    _ parts: [String: ManifestValue], _ type: CType, _ parameters: [CallbackType.Parameter],
    _ result: ManifestValue
  ) throws(ManifestFault) -> CallbackType.Answer {
    if let compare = parts["compare"] {
      let positions = try compare.names().compactMap { name in
        parameters.firstIndex { $0.name == name && $0.form.isComparable }
      }
      guard positions.count == 2, type.isInteger else {
        throw compare.fault("two arguments that are numbers, for a result that is an integer")
      }
      return .comparison(positions[0], positions[1])
    }
    if let from = parts["from"] { return .argument(try from.string()) }
    guard let value = parts["value"], !type.isVoid else { return .constant(.null) }
    try Self.check(value.json, fits: type, value)
    return .constant(value.json)
  }

  /// Refuses a value that a call could not be given.
  static func check(
    _ json: JSON, fits type: CType, _ value: ManifestValue
  ) throws(ManifestFault) {
    let scratch = UnsafeMutableRawPointer.allocate(byteCount: max(type.size, 8), alignment: 16)
    defer { scratch.deallocate() }
    do throws(Misfit) {
      try type.store(json, to: scratch, CallMemory(handles: HandleTable()))
    } catch {
      throw ManifestFault(
        pointer: JSONPointer(tokens: value.place.tokens + error.steps.reversed()).description,
        expected: error.expected, found: error.found)
    }
  }
}

extension Argument.Form {
  var isBuffer: Bool {
    switch self {
    case .buffer, .bytes: true
    default: false
    }
  }

  /// Whether it is a number, or a pointer to one.
  var isComparable: Bool {
    switch self {
    case .value(let type), .pointer(let type): type.scalar != nil
    default: false
    }
  }
}
