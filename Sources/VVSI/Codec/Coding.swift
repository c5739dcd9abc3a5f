public import VVSIJSON

/// How a feature's state, actions and notifications are written, and how an older state becomes one of today.
public struct Coding<S: Sendable, A: Sendable, N: Sendable>: Sendable {
  /// Turns a state written by an older generation, whose schema had this fingerprint, into a state of today; or returns
  /// nil to have its fields carried over by name.
  public typealias Migration = @Sendable (_ fingerprint: String, _ state: JSON) throws -> S?

  let state: Codec<S>
  let action: Codec<A>
  let notification: Codec<N>
  let migration: Migration?

  /// Makes a coding from a codec for each type.
  public init(
    state: Codec<S>, action: Codec<A>, notification: Codec<N>, migrate: Migration? = nil
  ) {
    self.state = state
    self.action = action
    self.notification = notification
    self.migration = migrate
  }
}

extension Coding where S: Codable, A: Codable, N: Codable {
  /// JSON as Swift's own `Codable` has it, with a migration if there is one.
  public static func json(migrate: Migration? = nil) -> Coding {
    Coding(state: .json, action: .json, notification: .json, migrate: migrate)
  }
}
