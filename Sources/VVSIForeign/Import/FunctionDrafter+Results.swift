import VVSIJSON

extension FunctionDrafter {
  mutating func callback(_ index: Int) throws(Unfit) -> JSON {
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

  mutating func take(result: ImportedType) throws(Unfit) {
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
    case .pointer, .function: throw Unfit("what its result points to is not in its type")
    case .array, .other: throw Unfit("what it returns, a manifest has no word for")
    }
  }

  mutating func take(pointerTo key: String, _ isConstant: Bool) throws(Unfit) {
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
}
