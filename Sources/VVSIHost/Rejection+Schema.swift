public import VVSIJSON

extension Rejection {
  /// Says as precisely as the action's schema allows why a codec refused an action; else in the codec's own words.
  package init(_ fault: Fault, action: [UInt8], schema: JSON) {
    do throws(JSONError) {
      let value = try JSON(parsing: action)
      guard let violation = JSONSchema.validate(value, against: schema) else {
        self = .fault(fault)
        return
      }
      self.init(violation)
    } catch {
      self = .invalidJSON(error)
    }
  }

  /// Words a violation of a schema as facts.
  public init(_ violation: JSONSchema.Violation) {
    switch violation.code {
    case "unknown_action": self = .unknownAction(violation.found, known: violation.known)
    case "unknown_field": self = .unknownField(path: violation.path, known: violation.known)
    case "missing_field":
      self = .missingField(path: violation.path, expected: violation.expected)
    default:
      self = .invalidPayload(
        path: violation.path, expected: violation.expected, found: violation.found)
    }
  }
}
