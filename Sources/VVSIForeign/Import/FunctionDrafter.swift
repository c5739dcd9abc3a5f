import VVSIJSON

/// Drafts the action of one function.
struct FunctionDrafter {
  let types: HeaderTypes
  let function: HeaderSyntax.Function
  /// Names that no field of the state may have but a function's own result.
  let functions: Set<String>

  var draft = FunctionDraft()
  var parameters: [(name: String, type: ImportedType)] = []
  /// By parameter: the buffer whose length it is.
  var lengths: [Int: Int] = [:]

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

  /// A field of the state that no function's result goes to.
  func field(_ wanted: String) -> String {
    var name = wanted
    while functions.contains(name) { name += "_" }
    return name
  }
}
