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
    var action = Action()
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
    try link(&action, declarations)
    if let result = parts["result"] { action.result = try output(result, &action) }
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
    var argument = Argument(name: declaration.name, form: form, place: value.place)
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

  // MARK: What belongs together

  private func link(
    _ action: inout Action, _ declarations: [Declaration]
  ) throws(ManifestFault) {
    for (index, declaration) in declarations.enumerated() {
      if let value = declaration.parts["lengthOf"] {
        action.arguments[index].lengthOf = try buffers(value, in: action, of: index)
      }
      if let value = declaration.parts["capacity"] {
        action.arguments[index].capacity = try capacity(value, in: &action, of: index)
      }
    }
    for (index, declaration) in declarations.enumerated() {
      try checkBuffer(action.arguments[index], index, action, declaration)
    }
    action.order = try order(of: action, declarations)
  }

  private func buffers(
    _ value: ManifestValue, in action: Action, of index: Int
  ) throws(ManifestFault) -> [Int] {
    switch action.arguments[index].form {
    case .value(let type) where type.isInteger: break
    case .pointer(let type) where type.isInteger: break
    default: throw value.fault("lengthOf on an integer or a pointer to one")
    }
    var positions: [Int] = []
    for name in try value.names() {
      guard let position = action.arguments.firstIndex(where: { $0.name == name }),
        action.arguments[position].isBuffer
      else {
        let buffers = action.arguments.filter(\.isBuffer).map(\.name)
        throw ManifestFault(
          pointer: value.pointer,
          expected: buffers.isEmpty
            ? "a buffer among the arguments" : "a buffer: \(buffers.joined(separator: ", "))",
          found: JSON.string(name).summary)
      }
      positions.append(position)
    }
    return positions
  }

  private func capacity(
    _ value: ManifestValue, in action: inout Action, of index: Int
  ) throws(ManifestFault) -> Capacity {
    let argument = action.arguments[index]
    guard argument.isBuffer, argument.direction == .out else {
      throw value.fault("no capacity on what is no out buffer")
    }
    if case .number = value.json {
      let most = Buffers.byteLimit / max(argument.elementSize, 1)
      guard let count = value.json.intValue, count > 0, count <= most else {
        throw value.fault("a capacity from 1 to \(most)")
      }
      return .constant(count)
    }
    let parts = try value.members(known: ["argument", "function", "arguments", "result"])
    if let name = parts["argument"] {
      let position = try self.position(name, in: action)
      action.arguments[position].isCapacity = true
      return .argument(position)
    }
    guard let function = parts["function"] else {
      throw value.fault("a number, {\"argument\": …} or {\"function\": …, \"arguments\": […]}")
    }
    var operands: [Int] = []
    for name in try parts["arguments"]?.elements() ?? [] {
      operands.append(try position(name, in: action))
    }
    let type = try parts["result"].map { value throws(ManifestFault) in
      try types.type(try value.string(), value)
    }
    guard type?.isInteger ?? true else { throw value.fault("a result that is an integer") }
    return .function(
      try function.string(), arguments: operands, result: type ?? .scalar(.uint64),
      place: function.place)
  }

  /// The argument that a value names, an integer.
  private func position(_ name: ManifestValue, in action: Action) throws(ManifestFault) -> Int {
    let text = try name.string()
    guard let position = action.arguments.firstIndex(where: { $0.name == text }),
      action.arguments[position].form.integerType != nil
    else {
      let integers = action.arguments.filter { $0.form.integerType != nil }.map(\.name)
      throw ManifestFault(
        pointer: name.pointer,
        expected: integers.isEmpty
          ? "an integer among the arguments" : "an integer: \(integers.joined(separator: ", "))",
        found: JSON.string(text).summary)
    }
    return position
  }

  private func checkBuffer(
    _ argument: Argument, _ index: Int, _ action: Action, _ declaration: Declaration
  ) throws(ManifestFault) {
    guard argument.isBuffer else { return }
    if argument.direction == .out, argument.capacity == nil {
      throw declaration.value.missing(
        "capacity", "how large the buffer '\(argument.name)' is to be")
    }
    let hasLength = action.arguments.contains { $0.lengthOf.contains(index) }
    if argument.direction != .out, !hasLength {
      throw ManifestFault(
        pointer: declaration.value.pointer,
        expected: "an argument with \"lengthOf\": \"\(argument.name)\" beside it",
        found: "a buffer whose length C is not told")
    }
  }

  /// Each argument after those that it depends on.
  private func order(
    of action: Action, _ declarations: [Declaration]
  ) throws(ManifestFault) -> [Int] {
    var order: [Int] = []
    var rest = Array(action.arguments.indices)
    while !rest.isEmpty {
      let ready = rest.filter { index in
        action.dependencies(of: index).allSatisfy(order.contains)
      }
      guard let first = rest.first, !ready.isEmpty else { break }
      _ = first
      order += ready
      rest.removeAll(where: ready.contains)
    }
    guard let stuck = rest.first else { return order }
    throw ManifestFault(
      pointer: declarations[stuck].value.pointer,
      expected: "arguments whose sizes do not depend on each other in a circle",
      found: "'\(action.arguments[stuck].name)' in one")
  }

  private func output(
    _ value: ManifestValue, _ action: inout Action
  ) throws(ManifestFault) -> Output {
    var parts: [String: ManifestValue] = [:]
    if case .object = value.json {
      parts = try value.members(known: ["type", "into", "free", "lengthOf"])
      if parts["type"] == nil { throw value.missing("type", "a type") }
    }
    let named = parts["type"] ?? value
    let form: Output.Form
    switch try types.form(try named.string().trimmed, named) {
    case .value(let type): form = .one(type)
    case .pointer(let type): form = .pointer(type)
    default: throw named.fault("a type that a function can return")
    }
    var output = Output(form: form, place: value.place)
    output.into = try parts["into"]?.string()
    output.free = try parts["free"]?.string()
    if let free = parts["free"] {
      guard case .one(.string) = form else { throw free.fault("a result of type string beside it") }
    }
    if let into = parts["into"], form.type.isVoid || form.type.isHidden {
      throw into.fault("no field for a result that is not shown")
    }
    if let length = parts["lengthOf"] {
      guard form.type.isInteger else { throw length.fault("lengthOf on an integer") }
      for name in try length.names() {
        guard let position = action.arguments.firstIndex(where: { $0.name == name }),
          action.arguments[position].isBuffer, action.arguments[position].direction == .out
        else { throw length.fault("the name of an out buffer") }
        output.lengthOf.append(position)
      }
    }
    return output
  }
}

extension Argument.Form {
  /// The integer that is passed, or pointed to.
  var integerType: Scalar? {
    switch self {
    case .value(let type), .pointer(let type): type.isInteger ? type.scalar : nil
    default: nil
    }
  }
}

extension Action {
  /// The arguments that must be there before one is.
  func dependencies(of index: Int) -> [Int] {
    let argument = arguments[index]
    switch argument.capacity {
    case .argument(let position): return [position]
    case .function(_, let operands, _, _): return operands
    case .constant, nil: return argument.isCapacity ? [] : argument.lengthOf
    }
  }
}
