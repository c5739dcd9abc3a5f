import VVSIHost
import VVSIJSON

extension Wording {
  /// Why an action for `feature` (as it was written) was refused.
  static func message(_ reason: Rejection, feature: String) -> String {
    switch reason {
    case .unknownFeature(let name, let known): unknownFeature(name, known)
    case .unknownInstance(let name, let open): unknownInstance(name, open)
    case .unknownAction(let name, let known): unknownAction(name, known, feature)
    case .unknownField(let path, let known): unknownField(path, known)
    case .missingField(let path, let expected): "missing field \(path): expected \(expected)"
    case .invalidPayload(let path, let expected, let found):
      "\(place(path))expected \(expected), found \(found)"
    case .invalidJSON(let error): message(error)
    case .mailboxFull(let name, let limit):
      "\(limit) actions wait for \(name) already, and no more are taken; :wait until some have settled"
    case .tooLarge(let count, let limit):
      "the action has \(bytes(count)), and at most \(bytes(limit)) are taken; send less at a time"
    case .closed(let name): "\(name) was closed before the action ran; :open \(name.feature)"
    case .tooManyInstances(let feature, let limit):
      "\(feature) has \(Figures.count(limit, "instance")) open, and no more are allowed; :close one first"
    case .fault(let fault): place(fault.path) + fault.message
    }
  }

  /// Why a text is no JSON.
  static func message(_ error: JSONError) -> String {
    let position = error.line > 0 ? "line \(error.line), column \(error.column): " : ""
    let problem = "expected \(error.expected), found \(error.found)"
    switch error.code {
    case "too_deep": return "JSON too deep at \(position)\(problem)"
    case "too_large": return "JSON too large: \(problem)"
    default: return "invalid JSON at \(position.isEmpty ? place(error.path) : position)\(problem)"
    }
  }

  private static func unknownFeature(_ name: String, _ known: [String]) -> String {
    guard !known.isEmpty else { return "no feature '\(name)': no plugin is loaded; :load PATH" }
    return "no feature '\(name)'" + suggestion(name, among: known, "features")
  }

  private static func unknownInstance(_ name: InstanceName, _ open: [InstanceName]) -> String {
    let names = open.isEmpty ? "none" : list(open.map(\.description))
    return "'\(name)' is not open (open: \(names)); :open \(name.feature)"
  }

  private static func unknownAction(
    _ name: String, _ known: [String], _ feature: String
  ) -> String {
    guard !known.isEmpty else {
      return "\(feature) has no named actions; write {\"feature\":\"\(feature)\",\"action\":…}"
    }
    return "\(feature) has no action '\(name)'" + suggestion(name, among: known, "actions")
  }

  private static func unknownField(_ path: String, _ known: [String]) -> String {
    let name = JSONPointer(path)?.tokens.last ?? path
    let message = "no field '\(name)' at \(path)"
    return known.isEmpty
      ? message + "; nothing goes there" : message + suggestion(name, among: known, "known")
  }

  /// `at /add/count: `, or nothing for the whole.
  static func place(_ path: String) -> String { path.isEmpty ? "" : "at \(path): " }
}
