/// A subscriber's view of the host's events: all that happens from the moment it was made, in order.
///
/// Where states come at intervals, a state that was held back keeps its number, and so comes after events of higher ones,
/// such as its own action's settlement: to hold those back as well would delay all instances for the sake of one. The
/// states of one instance are in order all the same.
///
/// A subscriber that does not keep up slows nobody: beyond its limit its oldest events go, and it is told how many by
/// one ``Event/Kind/dropped(count:)``, which carries the number of the last event that is gone.
public final class EventStream: AsyncSequence, Sendable {
  /// What the stream yields.
  public typealias Element = Event
  /// The stream does not fail.
  public typealias Failure = Never

  fileprivate struct Buffer {
    var events = Queue<Event>()
    var bytes = 0
    var dropped = 0
    var lastDropped: UInt64 = 0
    var last: UInt64 = 0
    var isFinished = false
    var waiter: CheckedContinuation<Event?, Never>?
    /// What holds states back; nil if all come.
    var pace: StatePace?
  }

  private let buffer: Guarded<Buffer>
  private let isPaced: Bool
  private let countLimit: Int
  private let byteLimit: Int

  init(countLimit: Int, byteLimit: Int, statesEvery interval: Duration? = nil) {
    isPaced = interval != nil
    buffer = Guarded(Buffer(pace: interval.map { StatePace(interval: $0) }))
    self.countLimit = countLimit
    self.byteLimit = byteLimit
  }

  /// Ends the stream; a waiting reader gets what is buffered and then nil.
  public func finish() {
    passOn()
    let waiter = buffer.withLock { buffer in
      buffer.isFinished = true
      defer { buffer.waiter = nil }
      return buffer.waiter
    }
    waiter?.resume(returning: nil)
  }

  /// The next event; nil once the stream is finished or the reading task cancelled.
  ///
  /// What is there already is returned without leaving the caller's actor.
  public func next(isolation: isolated (any Actor)? = #isolation) async -> Event? {
    if let event = buffer.withLock({ $0.pop() }) { return event }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isReady, event) = buffer.withLock { buffer -> (Bool, Event?) in
          if let event = buffer.pop() { return (true, event) }
          if buffer.isFinished || Task.isCancelled { return (true, nil) }
          buffer.waiter = continuation
          return (false, nil)
        }
        if isReady { continuation.resume(returning: event) }
      }
    } onCancel: {
      let waiter = buffer.withLock { buffer in
        defer { buffer.waiter = nil }
        return buffer.waiter
      }
      waiter?.resume(returning: nil)
    }
  }

  /// Makes the iterator; there should be one reader.
  public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

  /// Reads a stream.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let stream: EventStream

    /// The next event, or nil at the end.
    public mutating func next(isolation: isolated (any Actor)?) async -> Event? {
      await stream.next(isolation: isolation)
    }
  }

  /// Takes events; returns whether the stream goes on.
  func push(_ events: [Event]) -> Bool {
    guard isPaced else { return pass(events) }
    for event in events { coalesce(event) }
    return !isFinished
  }

  private func coalesce(_ event: Event) {
    guard case .state(let name, _, _, _) = event.kind else {
      pass([event])
      return
    }
    switch buffer.withLock({ $0.pace?.take(event, of: name, at: .now) }) {
    case .now, nil: pass([event])
    case .instead: return
    case .later(let wait):
      Timers.shared.after(wait / .seconds(1)) { [weak self] in
        self?.passOn(of: name)
      }
    }
  }

  /// The number of the last event that the reader has got or will get without waiting for a state's turn.
  public var lastSequence: UInt64 { buffer.withLock { $0.last } }

  /// Passes on the states that wait for their turn.
  private func passOn(of name: InstanceName? = nil) {
    guard isPaced else { return }
    pass(buffer.withLock { $0.pace?.takeHeld(of: name, at: .now) ?? [] })
  }

  @discardableResult
  private func pass(_ events: [Event]) -> Bool {
    let (goesOn, waiter, first) = buffer.withLock {
      buffer -> (Bool, CheckedContinuation<Event?, Never>?, Event?) in
      guard !buffer.isFinished else { return (false, nil, nil) }
      for event in events { buffer.append(event, countLimit: countLimit, byteLimit: byteLimit) }
      guard buffer.waiter != nil, let first = buffer.pop() else { return (true, nil, nil) }
      defer { buffer.waiter = nil }
      return (true, buffer.waiter, first)
    }
    waiter?.resume(returning: first)
    return goesOn
  }

  var isFinished: Bool { buffer.withLock { $0.isFinished } }
}

extension EventStream.Buffer {
  fileprivate mutating func append(_ event: Event, countLimit: Int, byteLimit: Int) {
    events.append(event)
    last = max(last, event.sequence)
    bytes += event.byteCount
    while events.count > 1, events.count > countLimit || bytes > byteLimit {
      guard let oldest = take() else { return }
      dropped += 1
      lastDropped = oldest.sequence
    }
  }

  fileprivate mutating func pop() -> Event? {
    guard dropped == 0 else {
      defer { dropped = 0 }
      return Event(sequence: lastDropped, kind: .dropped(count: dropped))
    }
    return take()
  }

  private mutating func take() -> Event? {
    let event = events.popFirst()
    bytes -= event?.byteCount ?? 0
    return event
  }
}

extension Event {
  /// About how much memory the event holds on to.
  fileprivate var byteCount: Int {
    switch kind {
    case .triggered(_, _, let text), .state(_, _, _, let text), .notification(_, _, let text):
      text.count + 64
    case .log(_, _, let message): message.utf8.count + 64
    default: 128
    }
  }
}
