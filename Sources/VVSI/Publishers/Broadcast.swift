/// The subscribers of one subject.
final class Broadcast<Output, Failure: Error>: @unchecked Sendable {
  enum Signal {
    case value(Output)
    case end(Subscribers.Completion<Failure>)
  }

  private final class Tap {
    let receive: (Output) -> Void

    init(_ receive: @escaping (Output) -> Void) {
      self.receive = receive
    }
  }

  private let lock = Lock()
  private var receivers: [Mailbox<Signal>] = []
  private var taps: [Tap] = []
  private var end: Subscribers.Completion<Failure>?

  /// Sends to all who listen now; does nothing after the end.
  ///
  /// `change` runs when it is sure that there is no end yet.
  func send(_ signal: Signal, _ change: () -> Void = {}) {
    let (receivers, taps) = lock.withLock { () -> ([Mailbox<Signal>], [Tap]) in
      guard end == nil else { return ([], []) }
      change()
      for receiver in self.receivers { receiver.put(signal) }
      defer { if case .end(let completion) = signal { finish(completion) } }
      return (self.receivers, self.taps)
    }
    if case .value(let value) = signal {
      for tap in taps { tap.receive(value) }
    }
    for receiver in receivers { receiver.deliver() }
  }

  /// Adds a subscriber, who first gets what `first` returns.
  func subscribe(
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    _ receiveValue: @escaping (Output) -> Void,
    first: () -> Output? = { nil }
  ) -> AnyCancellable {
    let receiver = add(
      { signal in
        switch signal {
        case .value(let value): receiveValue(value)
        case .end(let completion): receiveCompletion(completion)
        }
      }, first: first)
    return AnyCancellable { [weak self] in
      receiver.close()
      self?.remove(receiver)
    }
  }

  /// Adds a receiver, who first gets what `first` returns.
  func add(
    _ receive: @escaping (Signal) -> Void, first: () -> Output? = { nil }
  ) -> Mailbox<Signal> {
    let receiver = Mailbox(receive)
    lock.withLock {
      if let end {
        receiver.put(.end(end))
      } else {
        if let value = first() { receiver.put(.value(value)) }
        receivers.append(receiver)
      }
    }
    receiver.deliver()
    return receiver
  }

  func remove(_ receiver: Mailbox<Signal>) {
    lock.withLock { receivers.removeAll { $0 === receiver } }
  }

  /// Calls the closure for each value, at once and on the sending thread.
  func tap(_ receive: @escaping (Output) -> Void) -> AnyCancellable {
    let tap = Tap(receive)
    lock.withLock { taps.append(tap) }
    return AnyCancellable { [weak self] in
      self?.withLock { self?.taps.removeAll { $0 === tap } }
    }
  }

  func withLock<Value>(_ body: () -> Value) -> Value {
    lock.withLock(body)
  }

  private func finish(_ completion: Subscribers.Completion<Failure>) {
    end = completion
    receivers = []
    taps = []
  }
}
