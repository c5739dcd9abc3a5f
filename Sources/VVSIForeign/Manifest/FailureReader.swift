import VVSIHost
import VVSIJSON

/// Reads when an action has failed.
struct FailureReader {
  let action: Action

  func read(_ value: ManifestValue) throws(ManifestFault) -> Failure {
    let parts = try value.members(known: ["when", "except", "message"])
    var failure = Failure(condition: try condition(parts, value))
    if case .one(.enumeration(let codes)) = action.result.form { failure.codes = codes }
    if let message = parts["message"] { failure.message = try self.message(message) }
    return failure
  }

  private func condition(
    _ parts: [String: ManifestValue], _ value: ManifestValue
  ) throws(ManifestFault) -> Failure.Condition {
    if let except = parts["except"] {
      guard parts["when"] == nil else { throw except.fault("either when or except") }
      return .notAmong(try codes(except))
    }
    guard let when = parts["when"] else { throw value.missing("when", Self.conditions) }
    let condition: Failure.Condition
    switch when.json {
    case "nonzero": condition = .nonzero
    case "zero": condition = .zero
    case "negative": condition = .negative
    case "null": condition = .null
    case .array: condition = .among(try codes(when))
    default: throw when.fault(Self.conditions)
    }
    try check(condition, when)
    return condition
  }

  private static let conditions =
    "\"nonzero\", \"zero\", \"negative\", \"null\", or an array of codes"

  private func check(
    _ condition: Failure.Condition, _ when: ManifestValue
  ) throws(ManifestFault) {
    let isPointer: Bool
    switch action.result.form {
    case .pointer: isPointer = true
    case .one(let type):
      isPointer = type.isPointer
      if !isPointer, type.scalar == nil {
        throw when.fault("a result that is a number or a pointer")
      }
    }
    if case .null = condition {
      if !isPointer { throw when.fault("a condition for a number, since the result is one") }
    } else if isPointer {
      throw when.fault("\"null\", since the result is a pointer")
    }
  }

  private func codes(_ value: ManifestValue) throws(ManifestFault) -> [Int64] {
    var codes: [Int64] = []
    for code in try value.elements() {
      if let number = code.json.numberValue?.int64 {
        codes.append(number)
      } else if case .one(.enumeration(let names)) = action.result.form,
        let number = code.json.stringValue.flatMap(names.value)
      {
        codes.append(number)
      } else {
        throw code.fault("an integer, or a name of the result's enum")
      }
    }
    return codes
  }

  private func message(_ value: ManifestValue) throws(ManifestFault) -> Failure.Message {
    if value.json == "errno" { return .errno }
    let parts = try value.members(known: ["argument", "function", "arguments"])
    if let argument = parts["argument"] {
      guard let position = try position(argument),
        case .pointer(.string) = action.arguments[position].form
      else { throw argument.fault("an argument of type string*") }
      return .argument(position)
    }
    guard let function = parts["function"] else {
      throw value.fault("\"errno\", {\"argument\": …} or {\"function\": …, \"arguments\": […]}")
    }
    var operands: [Failure.Operand] = []
    for operand in try parts["arguments"]?.elements() ?? [] {
      switch operand.json {
      case "result": operands.append(.result)
      case "errno": operands.append(.errno)
      default:
        guard let position = try position(operand) else {
          throw operand.fault("\"result\", \"errno\" or the name of an argument")
        }
        operands.append(.argument(position))
      }
    }
    return .function(try function.string(), operands, place: function.place)
  }

  private func position(_ value: ManifestValue) throws(ManifestFault) -> Int? {
    let name = try value.string()
    return action.arguments.firstIndex { $0.name == name }
  }
}
