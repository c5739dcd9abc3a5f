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
    /// A subscriber fell behind and this many of its events are gone; only that subscriber sees this.
    case dropped(count: Int)
  }
}

/// A request of a feature to be led to another one.
public struct Route: Sendable, Equatable {
  /// The feature to open.
  public let feature: String
  /// The place in it; free text between the two features, may be empty.
  public let to: String
  /// What is handed over: a JSON text.
  public let payload: [UInt8]

  /// Makes a route.
  public init(feature: String, to: String, payload: [UInt8]) {
    self.feature = feature
    self.to = to
    self.payload = payload
  }
}

/// How much a log line matters.
public enum LogLevel: Int32, Sendable, CaseIterable {
  case debug = 0
  case information = 1
  case warning = 2
  case error = 3
}

/// A failure in a plugin's own words.
public struct Fault: Error, Sendable, Equatable {
  /// Stable and in snake_case.
  public var code: String
  /// An RFC 6901 pointer into the JSON text concerned; empty for all of it.
  public var path: String
  /// One line.
  public var message: String

  /// Makes a fault.
  public init(code: String, path: String = "", message: String) {
    self.code = code
    self.path = path
    self.message = message
  }
}

/// A new generation that went live.
public struct Reload: Sendable, Equatable {
  /// The plugin's name.
  public var plugin: String
  /// The generation that is live now.
  public var generation: Int
  /// How many instances were carried over.
  public var carried: Int
  /// What could not be carried, by instance, path and reason.
  public var dropped: [Dropped]
  /// How many actions were still running on the generation before.
  public var stale: Int
  /// How long each stage took, in seconds, in the order in which they ran.
  public var stages: [Stage]

  /// Makes a record of a reload.
  public init(
    plugin: String, generation: Int, carried: Int, dropped: [Dropped], stale: Int, stages: [Stage]
  ) {
    self.plugin = plugin
    self.generation = generation
    self.carried = carried
    self.dropped = dropped
    self.stale = stale
    self.stages = stages
  }

  /// A part of a state that the new type has no place for.
  public struct Dropped: Sendable, Equatable {
    /// Whose state it was.
    public var feature: InstanceName
    /// An RFC 6901 pointer into the old state.
    public var path: String
    /// Why, in a few words.
    public var reason: String

    /// Makes a record of a dropped part.
    public init(feature: InstanceName, path: String, reason: String) {
      self.feature = feature
      self.path = path
      self.reason = reason
    }
  }

  /// One timed stage of a reload.
  public struct Stage: Sendable, Equatable {
    /// `compile`, `link`, `load` or `carry`.
    public var name: String
    /// Wall-clock seconds.
    public var seconds: Double

    /// Makes a timed stage.
    public init(name: String, seconds: Double) {
      self.name = name
      self.seconds = seconds
    }
  }
}

/// A new generation that did not go live.
public struct ReloadFailure: Sendable, Equatable {
  /// The plugin's name.
  public var plugin: String
  /// The generation that stays; 0 if there is none.
  public var generation: Int
  /// The stage that failed: `build`, `check`, `load`, `create`, `carry` or `verify`.
  public var stage: String
  /// One line, ready to be shown.
  public var message: String
  /// What the compiler said, errors first; empty for other stages.
  public var diagnostics: [Diagnostic]

  /// Makes a record of a failed reload.
  public init(
    plugin: String, generation: Int, stage: String, message: String, diagnostics: [Diagnostic]
  ) {
    self.plugin = plugin
    self.generation = generation
    self.stage = stage
    self.message = message
    self.diagnostics = diagnostics
  }
}

/// One message of a compiler.
public struct Diagnostic: Sendable, Equatable {
  /// How grave a message is, gravest first.
  public enum Severity: String, Sendable, CaseIterable {
    case error
    case warning
    case note
    case remark
  }

  /// How grave it is.
  public var severity: Severity
  /// The file as the compiler named it; empty if it named none.
  public var file: String
  /// From 1; 0 if unknown.
  public var line: Int
  /// From 1, in UTF-8 code units as compilers count; 0 if unknown.
  public var column: Int
  /// One line.
  public var message: String
  /// The line of source that it is about; empty if unknown.
  public var source: String

  /// Makes a diagnostic.
  public init(
    severity: Severity, file: String, line: Int, column: Int, message: String, source: String
  ) {
    self.severity = severity
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.source = source
  }
}
