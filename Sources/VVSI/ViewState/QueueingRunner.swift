/// Puts a queue before a runner that must not be called while it runs.
///
/// A host does that itself.
final class QueueingRunner<A: Sendable>: Runner, @unchecked Sendable {
  private let store: Instance
  private let mailbox: Mailbox<(ticket: UInt64, action: A)>
  private let runner: any Runner<A>

  init(_ runner: any Runner<A>, _ store: Instance) {
    self.runner = runner
    self.store = store
    mailbox = Mailbox { runner.run($0.ticket, $0.action) }
  }

  func run(_ ticket: UInt64, _ action: A) {
    mailbox.put((ticket, action))
    store.outsideOfChange { [mailbox] in mailbox.deliver() }
  }

  func cancel(_ ticket: UInt64) {
    runner.cancel(ticket)
  }

  func close() {
    runner.close()
  }
}
