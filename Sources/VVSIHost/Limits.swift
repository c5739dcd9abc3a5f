/// The bounds within which a host keeps itself, whatever its plugins and users do.
public struct Limits: Sendable, Equatable {
  /// How many actions may wait for one instance.
  public var mailbox: Int
  /// How long an action's JSON text may be, in bytes.
  public var actionBytes: Int
  /// How long a state's or a notification's JSON text may be, in bytes.
  public var stateBytes: Int
  /// How many instances of one feature may be open.
  public var instances: Int
  /// How many notifications of one instance are passed on in a second; the excess is dropped and counted.
  public var notifications: Int
  /// How many log lines of one plugin are passed on in a second; the excess is dropped and counted.
  public var logLines: Int
  /// How many ended actions a host remembers for those who ask late.
  public var outcomes: Int

  /// Makes limits; the defaults are what `vvsi` runs with.
  public init(
    mailbox: Int = 65_536, actionBytes: Int = 16 << 20, stateBytes: Int = 64 << 20,
    instances: Int = 1_000, notifications: Int = 10_000, logLines: Int = 1_000,
    outcomes: Int = 16_384
  ) {
    self.mailbox = mailbox
    self.actionBytes = actionBytes
    self.stateBytes = stateBytes
    self.instances = instances
    self.notifications = notifications
    self.logLines = logLines
    self.outcomes = outcomes
  }
}
