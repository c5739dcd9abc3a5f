import VVSIHost
import VVSIJSON

extension ActionReader {
  /// Reads where the result goes.
  func output(
    _ value: ManifestValue, _ action: Action
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
