import VVSIJSON

/// An action drafted from a function.
struct FunctionDraft {
  var action = JSONObject()
  /// The structs and enums that it names.
  var types: [String] = []
  var callbacks: [(name: String, declaration: JSON)] = []
  /// The handles that it is called with.
  var needs: Set<String> = []
  /// The handles that it makes.
  var makes: Set<String> = []
  /// What a person should look at.
  var doubts: [String] = []
}

/// Drafts the action of one function.
struct FunctionDrafter {
  let types: HeaderTypes
  let function: HeaderSyntax.Function
  /// Names that no field of the state may have but a function's own result.
  let functions: Set<String>

  private var draft = FunctionDraft()
  private var parameters: [(name: String, type: ImportedType)] = []
  /// By parameter: the buffer whose length it is.
  private var lengths: [Int: Int] = [:]

  init(types: HeaderTypes, function: HeaderSyntax.Function, functions: Set<String>) {
    self.types = types
    self.function = function
    self.functions = functions
  }

  mutating func run() throws(Unfit) -> FunctionDraft {
    guard case .function(let result, let operands, let isVariadic, _) = try signature() else {
      throw Unfit("its type is '\(function.type)'")
    }
    if isVariadic { throw Unfit("what may follow '...' is not in its type") }
    if Customs.changesProcess(function.name) { throw Unfit("it changes the process as a whole") }
    if function.symbol != function.name {
      draft.action["function"] = .string(function.symbol)
    }
    name(operands)
    findLengths()
    var arguments: [JSON] = []
    for index in parameters.indices { arguments.append(try argument(index)) }
    if !arguments.isEmpty { draft.action["arguments"] = .array(arguments) }
    try take(result: result)
    try checkLengths()
    try checkKept()
    return draft
  }

  private func signature() throws(Unfit) -> ImportedType {
    if function.type.contains("noreturn") { throw Unfit("it never returns") }
    return types.resolver.type(function.type)
  }

  private mutating func name(_ operands: [ImportedType]) {
    var taken: Set<String> = []
    for (index, type) in operands.enumerated() {
      let given =
        function.parameters.indices.contains(index) ? function.parameters[index].name : nil
      var name = given.map { String($0.drop { $0 == "_" }) } ?? ""
      if name.isEmpty, case .pointer(.record(let key), _, _) = type { name = types.name(of: key) }
      if name.isEmpty || taken.contains(name) { name = "argument\(index + 1)" }
      taken.insert(name)
      parameters.append((name, type))
    }
  }

  // MARK: Lengths

  /// A pointer to plain values with an integer behind it whose name says length.
  private mutating func findLengths() {
    for index in parameters.indices.dropLast() {
      guard case .pointer(let pointee, let isConstant, _) = parameters[index].type,
        isElement(pointee), Customs.isLength(parameters[index + 1].name)
      else { continue }
      switch parameters[index + 1].type {
      case .scalar(let scalar, _) where scalar.isInteger: lengths[index + 1] = index
      case .pointer(.scalar(let scalar, _), isConstant: false, _) where scalar.isInteger:
        if !isConstant || isByte(pointee) { lengths[index + 1] = index }
      default: break
      }
    }
  }

  private func isElement(_ type: ImportedType) -> Bool {
    switch type {
    case .void, .scalar: true
    case .record(let key): types.isPlain(key)
    default: false
    }
  }

  private func isByte(_ type: ImportedType) -> Bool {
    switch type {
    case .void: true
    case .scalar(let scalar, _): scalar.size == 1 && scalar != .bool
    default: false
    }
  }

  /// Whether it is what a callback beside it is handed back.
  private func isContext(_ index: Int) -> Bool {
    guard case .pointer(.void, _, _) = parameters[index].type, !isBuffer(index) else {
      return false
    }
    return [index - 1, index + 1].contains { neighbour in
      guard parameters.indices.contains(neighbour) else { return false }
      if case .function = parameters[neighbour].type { return true }
      return false
    }
  }

  private func isBuffer(_ index: Int) -> Bool { lengths[index + 1] == index }

  /// Where a second number has a say in how much there is, the first is not all of the length.
  private func checkLengths() throws(Unfit) {
    let pointers = parameters.indices.filter { index in
      guard case .pointer(let pointee, _, _) = parameters[index].type else { return false }
      if case .record(let key) = pointee { return types.isPlain(key) }
      return isBuffer(index) || isContext(index)
    }
    guard let pointer = pointers.first else { return }
    for (index, parameter) in parameters.enumerated()
    where lengths[index] == nil && parameter.type.isInteger {
      if Customs.isPartOfSize(parameter.name) {
        throw Unfit(
          "how much \(parameters[pointer].name) points to may depend on \(parameter.name)")
      }
    }
  }

  /// Memory that C goes on using must outlive the call.
  private func checkKept() throws(Unfit) {
    let pointer = parameters.first { parameter in
      if case .pointer(let pointee, _, _) = parameter.type { isElement(pointee) } else { false }
    }
    let destructor = parameters.first { parameter in
      guard case .function(.void, let operands, false, _) = parameter.type, operands.count == 1
      else { return false }
      if case .pointer(.void, _, _) = operands[0] { return true }
      return false
    }
    if let destructor, let pointer {
      throw Unfit("C may keep \(pointer.name) until it calls \(destructor.name)")
    }
    guard let buffer = parameters.indices.first(where: isBuffer),
      case .pointer(_, let isConstant, _) = parameters[buffer].type
    else { return }
    if !draft.makes.isEmpty || (!isConstant && Customs.isSetter(function.name)) {
      throw Unfit("C may go on using \(parameters[buffer].name) after the call")
    }
  }

  // MARK: Arguments

  private mutating func argument(_ index: Int) throws(Unfit) -> JSON {
    let (name, type) = parameters[index]
    if let buffer = lengths[index] { return length(index, of: buffer) }
    switch type {
    case .scalar(_, let type): return .string("\(type) \(name)")
    case .enumeration(let key):
      guard types.syntax.enumerations[key] != nil else { throw Unfit("\(name) is an unknown enum") }
      draft.types.append(key)
      return .string("\(types.name(of: key)) \(name)")
    case .record(let key):
      _ = try types.fields(of: key)
      draft.types += types.parts(of: key)
      return .string("\(types.name(of: key)) \(name)")
    case .function: return try callback(index)
    case .pointer(let pointee, let isConstant, _):
      return try pointer(index, pointee, isConstant: isConstant)
    case .void, .array, .other: throw Unfit("a manifest has no word for the type of \(name)")
    }
  }

  private mutating func pointer(
    _ index: Int, _ pointee: ImportedType, isConstant: Bool
  ) throws(Unfit) -> JSON {
    let name = parameters[index].name
    if isBuffer(index) { return buffer(index, pointee, isConstant: isConstant) }
    switch pointee {
    case .record("__va_list_tag"): throw Unfit("\(name) is a list of variable arguments")
    case .record(let key) where types.isPlain(key):
      return try structure(index, key, isConstant: isConstant)
    case .record(let key):
      draft.needs.insert(key)
      if closesHandle {
        let type = types.name(of: key)
        draft.doubts.append(
          "it is taken for the end of a \(type); as its close under handles, it would also end what "
            + "an instance leaves open")
      }
      return handle(name, key)
    case .pointer(.record(let key), isConstant: false, _) where !isConstant && !types.isPlain(key):
      draft.makes.insert(key)
      return [
        "name": .string(name), "type": .string("\(types.name(of: key))*"), "direction": "out",
        "into": .string(field(types.name(of: key))),
      ]
    case .scalar(_, name: "char") where isConstant: return .string("string \(name)")
    case .void where isContext(index): return .string("pointer \(name)")
    case .scalar(_, name: "char"):
      throw Unfit("\(name) may be written to, and its type does not say how much room it needs")
    case .void: throw Unfit("\(name) may point to anything")
    case .pointer(.scalar(_, name: "char"), _, _):
      throw Unfit("whether \(name) is one string or many, and who frees it, is not in its type")
    default: throw Unfit("whether \(name) points to one value or to many is not in its type")
    }
  }

  private func handle(_ name: String, _ key: String) -> JSON {
    let type = types.name(of: key)
    var argument: JSONObject = [
      "name": .string(name), "type": .string(type), "from": .string(field(type)),
    ]
    if closesHandle { argument["closes"] = true }
    return .object(argument)
  }

  /// Whether its name and its one argument say that it ends a handle.
  private var closesHandle: Bool {
    guard parameters.count == 1, case .pointer(_, isConstant: false, _) = parameters[0].type else {
      return false
    }
    return Customs.isEnd(function.name)
  }

  private mutating func structure(
    _ index: Int, _ key: String, isConstant: Bool
  ) throws(Unfit) -> JSON {
    let name = parameters[index].name
    if index + 1 < parameters.count, parameters[index + 1].type.isInteger {
      throw Unfit(
        "whether \(name) points to one \(types.name(of: key)) or to \(parameters[index + 1].name)"
          + " of them is not in its type")
    }
    draft.types += types.parts(of: key)
    var argument: JSONObject = [
      "name": .string(name), "type": .string("\(types.name(of: key))*"),
    ]
    if !isConstant {
      argument["direction"] = "inout"
      argument["into"] = .string(field("\(function.name)_\(name)"))
    }
    return .object(argument)
  }

  private mutating func buffer(
    _ index: Int, _ pointee: ImportedType, isConstant: Bool
  ) -> JSON {
    let name = parameters[index].name
    var argument: JSONObject = ["name": .string(name), "type": .string(elements(pointee))]
    guard !isConstant else { return .object(argument) }
    argument["direction"] = "out"
    argument["capacity"] = ["argument": .string(parameters[index + 1].name)]
    if case .void = pointee { argument["encoding"] = "base64" }
    if case .scalar(.uint8, _) = pointee { argument["encoding"] = "base64" }
    argument["into"] = .string(field("\(function.name)_\(name)"))
    draft.doubts.append("\(name) is taken for a buffer that C only writes to")
    return .object(argument)
  }

  private mutating func elements(_ type: ImportedType) -> String {
    switch type {
    case .record(let key):
      draft.types += types.parts(of: key)
      return "\(types.name(of: key))[]"
    case .scalar(_, let name) where !isByte(type): return "\(name)[]"
    default: return "bytes"
    }
  }

  private func length(_ index: Int, of buffer: Int) -> JSON {
    var argument: JSONObject = ["name": .string(parameters[index].name)]
    let lengthOf = JSON.string(parameters[buffer].name)
    switch parameters[index].type {
    case .pointer(.scalar(_, let name), _, _):
      argument["type"] = .string("\(name)*")
      argument["direction"] = "inout"
      argument["lengthOf"] = lengthOf
    case .scalar(_, let name):
      argument["type"] = .string(name)
      if case .pointer(_, isConstant: true, _) = parameters[buffer].type {
        argument["lengthOf"] = lengthOf
      }
    default: break
    }
    return .object(argument)
  }

  // MARK: Callbacks and results

  private mutating func callback(_ index: Int) throws(Unfit) -> JSON {
    let (name, type) = parameters[index]
    guard case .function(let result, let operands, let isVariadic, let alias) = type, !isVariadic
    else { throw Unfit("\(name) takes variable arguments") }
    let drafter = CallbackDrafter(types: types, name: name)
    let declaration = try drafter.draft(operands, result, &draft.types)
    var callback = alias ?? "\(function.name)_\(name)"
    if alias == nil || types.isTaken(callback) { callback += "_callback" }
    draft.callbacks.append((callback, .object(declaration)))
    if declaration["result"] != nil {
      draft.doubts.append("\(name) always answers 0 or NULL")
    }
    return .string("\(callback) \(name)")
  }

  private mutating func take(result: ImportedType) throws(Unfit) {
    switch result {
    case .void: return
    case .scalar(_, let type): draft.action["result"] = output(type)
    case .enumeration(let key):
      guard types.syntax.enumerations[key] != nil else { throw Unfit("its result is unknown") }
      draft.types.append(key)
      draft.action["result"] = output(types.name(of: key))
    case .record(let key):
      _ = try types.fields(of: key)
      draft.types += types.parts(of: key)
      draft.action["result"] = output(types.name(of: key))
    case .pointer(.scalar(_, name: "char"), isConstant: true, _):
      draft.action["result"] = output("string")
    case .pointer(.record(let key), let isConstant, _): try take(pointerTo: key, isConstant)
    case .pointer(.scalar(_, name: "char"), _, _):
      throw Unfit("who frees its result is not in its type")
    default: throw Unfit("what its result points to is not in its type")
    }
  }

  private mutating func take(pointerTo key: String, _ isConstant: Bool) throws(Unfit) {
    let name = types.name(of: key)
    if types.isPlain(key) {
      guard isConstant else {
        throw Unfit("who frees the \(name) that it returns is not in its type")
      }
      draft.types += types.parts(of: key)
      draft.action["result"] = output("\(name)*")
    } else if isConstant {
      throw Unfit("the \(name) that it returns is not to be changed, and has no end of its own")
    } else {
      draft.makes.insert(key)
      draft.action["result"] = ["type": .string(name), "into": .string(field(name))]
    }
  }

  private func output(_ type: String) -> JSON {
    ["type": .string(type), "into": .string(function.name)]
  }

  /// A field of the state that no function's result goes to.
  private func field(_ wanted: String) -> String {
    var name = wanted
    while functions.contains(name) { name += "_" }
    return name
  }
}
