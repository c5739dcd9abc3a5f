/// Keeps the state for readers and publishes each new one to subscribers in this process.
final class LocalCommitter<S: Sendable>: @unchecked Sendable {
  let subject: CurrentValueSubject<S, Never>
  private let mailbox: Mailbox<S>
  private let lock = Lock()
  private var shown: S

  init(_ state: S) {
    let subject = CurrentValueSubject<S, Never>(state)
    self.subject = subject
    mailbox = Mailbox { subject.send($0) }
    shown = state
  }

  /// The state as it was committed last; to be had inside a change, too.
  var current: S { lock.withLock { shown } }

  func commit(_ state: inout S, _ ticket: UInt64, _ instance: Instance) -> Bool {
    guard !areAlike(current, state) else { return false }
    show(state, instance)
    return true
  }

  /// Publishes a state in its turn, as soon as nothing is locked any more.
  func show(_ state: S, _ instance: Instance) {
    lock.withLock { shown = state }
    mailbox.put(state)
    instance.outsideOfChange { [mailbox] in mailbox.deliver() }
  }
}
