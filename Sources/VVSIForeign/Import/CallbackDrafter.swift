import VVSIJSON

/// Drafts the declaration of a function that C calls.
struct CallbackDrafter {
  let types: HeaderTypes
  /// What messages call it.
  let name: String

  func draft(
    _ operands: [ImportedType], _ result: ImportedType, _ used: inout [String]
  ) throws(Unfit) -> JSONObject {
    var declaration = JSONObject()
    var arguments: [JSON] = []
    for (index, operand) in operands.enumerated() {
      let next = operands.indices.contains(index + 1) ? operands[index + 1] : nil
      let type = try parameter(operand, next, &used)
      arguments.append(.string("\(type) argument\(index + 1)"))
    }
    if !arguments.isEmpty { declaration["arguments"] = .array(arguments) }
    if let answer = try answer(result, &used) { declaration["result"] = answer }
    return declaration
  }

  /// What is told of an argument: its value, or nothing of what it points to.
  private func parameter(
    _ type: ImportedType, _ next: ImportedType?, _ used: inout [String]
  ) throws(Unfit) -> String {
    switch type {
    case .scalar(_, let name): return name
    case .enumeration(let key) where types.syntax.enumerations[key] != nil:
      used.append(key)
      return types.name(of: key)
    case .record(let key):
      guard types.isPlain(key) else { throw Unfit("\(name) is handed a \(types.name(of: key))") }
      used += types.parts(of: key)
      return types.name(of: key)
    // With a number behind it, it need not end with NUL.
    case .pointer(.scalar(_, name: "char"), isConstant: true, _)
    where !(next?.isInteger ?? false):
      return "string"
    case .pointer, .function, .array: return "pointer"
    case .enumeration, .void, .other: throw Unfit("\(name) is handed what a manifest cannot name")
    }
  }

  private func answer(_ type: ImportedType, _ used: inout [String]) throws(Unfit) -> JSON? {
    switch type {
    case .void: return nil
    case .scalar(.bool, let name): return ["type": .string(name), "value": false]
    case .scalar(_, let name): return ["type": .string(name), "value": 0]
    case .pointer, .function: return ["type": "pointer"]
    case .enumeration(let key):
      let constants = types.syntax.enumerations[key]?.constants ?? []
      guard let zero = constants.first(where: { $0.value == 0 }) ?? constants.first else {
        throw Unfit("\(name) returns an unknown enum")
      }
      used.append(key)
      return ["type": .string(types.name(of: key)), "value": .string(zero.name)]
    case .record, .array, .other: throw Unfit("\(name) returns what a manifest cannot name")
    }
  }
}
