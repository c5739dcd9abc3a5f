public import VVSIJSON

/// Why an action, or a request to the host, was refused.
///
/// Nothing changed. The cases hold facts; the shell words them.
public enum Rejection: Error, Sendable, Equatable {
  /// No loaded plugin has this feature.
  case unknownFeature(String, known: [String])
  /// The feature is loaded but has no instance of this number.
  case unknownInstance(InstanceName, open: [InstanceName])
  /// The feature has no action of this name.
  case unknownAction(String, known: [String])
  /// The action's payload has no field of this name at `path` (RFC 6901, of the field).
  case unknownField(path: String, known: [String])
  /// A field without a default is absent at `path`.
  case missingField(path: String, expected: String)
  /// A value does not fit its type.
  case invalidPayload(path: String, expected: String, found: String)
  /// The text is no JSON.
  case invalidJSON(JSONError)
  /// Too many actions wait for the instance.
  case mailboxFull(InstanceName, limit: Int)
  /// The text is longer than the host takes.
  case tooLarge(bytes: Int, limit: Int)
  /// The instance was closed, or its plugin unloaded, before the action ran.
  case closed(InstanceName)
  /// No more instances of this feature may be opened.
  case tooManyInstances(feature: String, limit: Int)
  /// The feature's own codec refused it, in its own words.
  case fault(Fault)

  /// The stable code, in snake_case.
  public var code: String {
    switch self {
    case .unknownFeature: "unknown_feature"
    case .unknownInstance: "unknown_instance"
    case .unknownAction: "unknown_action"
    case .unknownField: "unknown_field"
    case .missingField: "missing_field"
    case .invalidPayload: "invalid_payload"
    case .invalidJSON(let error): error.code
    case .mailboxFull: "mailbox_full"
    case .tooLarge: "too_large"
    case .closed: "closed"
    case .tooManyInstances: "too_many_instances"
    case .fault(let fault): fault.code
    }
  }

  /// The RFC 6901 pointer to the part concerned; empty for all of it.
  public var path: String {
    switch self {
    case .unknownField(let path, _), .missingField(let path, _), .invalidPayload(let path, _, _):
      path
    case .fault(let fault): fault.path
    case .invalidJSON(let error): error.path
    default: ""
    }
  }
}
