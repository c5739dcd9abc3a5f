import VVSIJSON

extension FunctionDrafter {
  mutating func buffer(
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

  func length(_ index: Int, of buffer: Int) -> JSON {
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
}
