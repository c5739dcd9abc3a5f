/// Runs the actions of one instance, in one of the styles.
protocol Runner<A>: AnyObject, Sendable {
  associatedtype A: Sendable

  /// Runs an action. Everything that comes of it, its end included, is told under its ticket.
  func run(_ ticket: UInt64, _ action: A)

  /// Asks what runs for the ticket, or for all if it is 0, to end soon.
  func cancel(_ ticket: UInt64)

  /// The instance ends: lets go of what would keep it alive.
  func close()
}
