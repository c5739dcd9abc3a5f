/// One action that is under way: lives as long as anything that may still act for it.
///
/// The `state` and `updater` of an `execute` hold it, and so does the task that runs `execute`, with the child tasks
/// that inherit its task-local values. When the last of them lets go, nothing more can come of the action: it is settled.
final class Token: Sendable {
  /// The action that the running code belongs to, as far as the task knows.
  @TaskLocal static var current: Token?

  let ticket: UInt64
  let instance: Instance

  init(_ ticket: UInt64, of instance: Instance) {
    self.ticket = ticket
    self.instance = instance
  }

  deinit {
    instance.tokenReleased(ticket)
  }

  func fail(_ error: any Error) {
    instance.fail(ticket, error)
  }
}
