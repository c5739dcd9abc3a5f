import VVSIJSON

extension FunctionDrafter {
  mutating func argument(_ index: Int) throws(Unfit) -> JSON {
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
}
