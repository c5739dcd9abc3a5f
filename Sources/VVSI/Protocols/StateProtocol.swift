/// What an interactor keeps and a view shows: a value that crosses the boundary as JSON.
///
/// Structs and enums of codable parts get their conformance synthesized.
public protocol StateProtocol: Codable, Sendable {}

/// What may be asked of an interactor, usually an enum.
///
/// A case becomes `{"add":{}}` in JSON, with its payload inside. A completion closure cannot cross that boundary: leave
/// it out, and wait until the action is settled instead.
public protocol ActionProtocol: Codable, Sendable {}

/// What an interactor tells its view apart from the state, such as an error to be shown once.
public protocol NotificationProtocol: Codable, Sendable {}

/// No state, no action, no notification: for a feature that has none.
extension Never: StateProtocol, ActionProtocol, NotificationProtocol {}
