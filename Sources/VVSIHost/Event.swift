/// What the host tells everyone: one entry of its one ordered stream.
///
/// JSON texts (`action`, `state`, `notification`, `payload`) are UTF-8 bytes as the feature's codec wrote them.
public struct Event: Sendable, Equatable {
  /// Rises by one with every event of a host, beginning at 1.
  public let sequence: UInt64
  /// What happened.
  public let kind: Kind

  /// Makes an event.
  public init(sequence: UInt64, kind: Kind) {
    self.sequence = sequence
    self.kind = kind
  }

  /// What happened, and to whom.
  public enum Kind: Sendable, Equatable {
    /// A plugin's generation is ready and its features can be triggered.
    case loaded(plugin: String, generation: Int, features: [String])
    /// An action was given its ticket and waits in its instance's mailbox or runs.
    case triggered(feature: InstanceName, ticket: Ticket, action: [UInt8])
    /// An instance's state was committed. `version` 0 is its first state, which has no ticket.
    case state(feature: InstanceName, ticket: Ticket?, version: UInt64, state: [UInt8])
    /// A feature sent a notification.
    case notification(feature: InstanceName, ticket: Ticket?, notification: [UInt8])
    /// Nothing more can come of an action.
    case settled(feature: InstanceName, ticket: Ticket, milliseconds: Double)
    /// A feature asks to be led to another one; `ready` tells whether that one is loaded.
    case route(feature: InstanceName, ticket: Ticket?, to: Route)
    /// An action was refused; nothing changed.
    case rejected(feature: String, ticket: Ticket?, reason: Rejection)
    /// An action ran and failed; it settles all the same.
    case failed(feature: InstanceName, ticket: Ticket?, fault: Fault)
    /// A new generation of a plugin is live.
    case reloaded(Reload)
    /// A new generation did not go live; the old one stays.
    case reloadFailed(ReloadFailure)
    /// A plugin's features are gone.
    case unloaded(plugin: String)
    /// A line for people, from a plugin or about it.
    case log(plugin: String, level: LogLevel, message: String)
    /// Something went wrong that belongs to no action. `message` is ready to be shown.
    case error(code: String, message: String)
    /// What a user asked to know, by a command of the shell: `value` is a JSON text.
    case answer(command: String, value: [UInt8])
    /// A subscriber fell behind and this many of its events are gone; only that subscriber sees this.
    case dropped(count: Int)
  }
}
