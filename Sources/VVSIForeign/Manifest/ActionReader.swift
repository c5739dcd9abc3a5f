import VVSIHost
import VVSIJSON

/// Reads one action of a manifest and checks that its arguments match each other.
struct ActionReader {
  let types: TypeTable
  let state: Structure?

  func read(_ name: String, _ value: ManifestValue) throws(ManifestFault) -> Action {
    let parts = try value.members(known: [
      "function", "summary", "arguments", "variadic", "result", "failure",
    ])
    let action = Action()
    action.name = name
    action.summary = try parts["summary"]?.string() ?? ""
    action.function = try parts["function"]?.string() ?? name
    action.place = parts["function"]?.place ?? value.place
    let fixed = try parts["arguments"]?.elements() ?? []
    let variable = try parts["variadic"]?.elements() ?? []
    if parts["variadic"] != nil {
      guard !fixed.isEmpty else { throw value.missing("arguments", "one before the variable ones") }
      action.fixed = fixed.count
    }
    var declarations: [Declaration] = []
    for value in fixed + variable {
      let declaration = try Declaration(value, known: Self.argumentKeys)
      guard !declarations.contains(where: { $0.name == declaration.name }) else {
        throw ManifestFault(
          pointer: value.pointer, expected: "each argument's name once",
          found: "'\(declaration.name)' twice")
      }
      declarations.append(declaration)
      action.arguments.append(try argument(declaration))
    }
    for index in fixed.count..<action.arguments.count {
      try checkVariable(action.arguments[index], declarations[index])
    }
    try link(action, declarations)
    if let result = parts["result"] { action.result = try output(result, action) }
    if let failure = parts["failure"] {
      action.failure = try FailureReader(action: action).read(failure)
    }
    return action
  }

  private static let argumentKeys = [
    "name", "type", "direction", "default", "value", "from", "nullable", "lengthOf", "capacity",
    "encoding", "into", "free", "closes", "summary",
  ]

  // MARK: One argument

  private func argument(_ declaration: Declaration) throws(ManifestFault) -> Argument {
    let parts = declaration.parts
    let value = declaration.value
    var form = try types.form(declaration.type, parts["type"] ?? value)
    if let encoding = parts["encoding"] {
      guard case .bytes = form else { throw encoding.fault("no encoding on what is not bytes") }
      form = .bytes(try encoding.word())
    }
    let argument = Argument(name: declaration.name, form: form, place: value.place)
    argument.direction = try parts["direction"]?.word() ?? .in
    argument.isNullable = try parts["nullable"]?.bool() ?? false
    argument.standard = parts["default"]?.json
    argument.constant = parts["value"]?.json
    argument.from = try parts["from"]?.string()
    argument.into = try parts["into"]?.string()
    argument.free = try parts["free"]?.string()
    argument.closes = try parts["closes"]?.bool() ?? false
    try check(argument, parts, value)
    return argument
  }

  private func check(
    _ argument: Argument, _ parts: [String: ManifestValue], _ value: ManifestValue
  ) throws(ManifestFault) {
    switch argument.form {
    case .value(.void), .pointer(.void): throw value.fault("a type other than void")
    case .state where state == nil: throw value.fault("a state struct in the manifest beside it")
    case .value, .callback, .state:
      if argument.direction != .in, let direction = parts["direction"] {
        throw direction.fault("in; what C writes to is a type with * or [], or bytes")
      }
    case .pointer, .buffer, .bytes: break
    }
    if argument.direction == .in, let into = parts["into"] {
      throw into.fault("direction out or inout beside it")
    }
    if let free = parts["free"] {
      guard case .pointer(.string) = argument.form, argument.direction == .out else {
        throw free.fault("type string* with direction out beside it")
      }
    }
    if argument.closes {
      guard case .value(.handle) = argument.form else {
        throw (parts["closes"] ?? value).fault("a handle to close")
      }
    }
    if case .value(.handle) = argument.form, let standard = parts["default"] {
      throw standard.fault("from, with the state's field that holds the handle")
    }
    for part in [parts["default"], parts["value"]].compactMap({ $0 }) where !part.json.isNull {
      try checkFits(argument, part)
    }
  }

  private func checkFits(_ argument: Argument, _ part: ManifestValue) throws(ManifestFault) {
    switch argument.form {
    case .value(let type), .pointer(let type): try TypeTable.check(part.json, fits: type, part)
    case .buffer(let type):
      for element in try part.elements() {
        try TypeTable.check(element.json, fits: type, element)
      }
    case .bytes(let encoding):
      guard encoding.bytes(part.json) != nil else { throw part.fault(encoding.expected) }
    case .callback, .state: throw part.fault("no value for a \(argument.name)")
    }
  }

  private func checkVariable(
    _ argument: Argument, _ declaration: Declaration
  ) throws(ManifestFault) {
    guard case .value(let type) = argument.form, let scalar = type.scalar, scalar.isPromoted else {
      return
    }
    throw ManifestFault(
      pointer: (declaration.parts["type"] ?? declaration.value).pointer,
      expected: scalar == .float
        ? "double, which C makes of a float behind '...'"
        : "int, which C makes of anything smaller behind '...'",
      found: "'\(declaration.type)'")
  }
}
