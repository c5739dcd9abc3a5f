/// Hands values to one receiver, one at a time and in order, on the thread of whoever is there.
///
/// No lock is held while the receiver runs, so that it may put further values; they come after the one that it has. The
/// receiver acts for the action that a value was put for, whichever thread delivers it.
final class Mailbox<Value>: @unchecked Sendable {
  private let lock = Lock()
  private let receive: (Value) -> Void
  private var waiting = Queue<(value: Value, token: Token?)>()
  private var isBusy = false
  private var isClosed = false

  init(_ receive: @escaping (Value) -> Void) {
    self.receive = receive
  }

  /// Leaves a value for the next ``deliver()``.
  func put(_ value: Value) {
    let token = Token.current
    lock.withLock {
      if !isClosed { waiting.append((value, token)) }
    }
  }

  /// Delivers what waits; leaves that to the thread that is at it already, if there is one.
  func deliver() {
    while let (value, token) = next() {
      if token === Token.current {
        receive(value)
      } else {
        Token.$current.withValue(token) { receive(value) }
      }
      lock.withLock { isBusy = false }
    }
  }

  /// Forgets what waits and takes no more.
  func close() {
    lock.withLock {
      isClosed = true
      waiting = Queue()
    }
  }

  private func next() -> (value: Value, token: Token?)? {
    lock.withLock {
      guard !isBusy, let first = waiting.popFirst() else { return nil }
      isBusy = true
      return first
    }
  }
}
