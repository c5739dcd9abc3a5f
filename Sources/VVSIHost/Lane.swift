import Dispatch
import Synchronization

/// Where one instance's calls are made: one at a time, in order, on no thread of the host's actor.
///
/// A call may block for as long as it likes; only this lane waits. Actions wait here, in the order triggered.
final class Lane: Sendable {
  fileprivate struct Waiting {
    var actions: [Action?] = []
    var head = 0
    var endpoint: (any Endpoint)?
    var isDraining = false
    var isHeld = false
    var running: Ticket?
    var held: [@Sendable () -> Void] = []

    var count: Int { actions.count - head }

    mutating func next() -> Action? {
      guard head < actions.count else { return nil }
      let action = actions[head]
      actions[head] = nil
      head += 1
      if head == actions.count || head > 1_024 {
        actions.removeFirst(head)
        head = 0
      }
      return action
    }
  }

  struct Action: Sendable {
    let ticket: Ticket
    let text: [UInt8]
  }

  private let queue: DispatchQueue
  private let waiting = Mutex(Waiting())
  private let reject: @Sendable (Ticket, [UInt8], Fault) -> Void

  /// Makes a lane that makes its calls to `endpoint`; `reject` is told of actions that were not understood, on the
  /// lane's thread.
  init(
    name: InstanceName, endpoint: any Endpoint,
    reject: @escaping @Sendable (Ticket, [UInt8], Fault) -> Void
  ) {
    queue = DispatchQueue(label: "vvsi.lane.\(name)")
    self.reject = reject
    waiting.withLock { $0.endpoint = endpoint }
  }

  /// How many actions wait.
  var count: Int { waiting.withLock { $0.count } }

  /// The action whose call has not returned yet.
  var running: Ticket? { waiting.withLock { $0.running } }

  /// Puts an action behind those that wait.
  func enqueue(_ action: Action) {
    let mustStart = waiting.withLock { waiting in
      waiting.actions.append(action)
      return waiting.start()
    }
    if mustStart { queue.async { self.drain() } }
  }

  /// Starts no further action, and returns once the running call, if any, has returned.
  func hold() async {
    await withCheckedContinuation { continuation in
      let isQuiet = waiting.withLock { waiting in
        waiting.isHeld = true
        if waiting.isDraining { waiting.held.append { continuation.resume() } }
        return !waiting.isDraining
      }
      if isQuiet { continuation.resume() }
    }
  }

  /// Goes on after `hold`, with another endpoint if one is given.
  func resume(with endpoint: (any Endpoint)? = nil) {
    let mustStart = waiting.withLock { waiting in
      if let endpoint { waiting.endpoint = endpoint }
      waiting.isHeld = false
      return waiting.start()
    }
    if mustStart { queue.async { self.drain() } }
  }

  /// Takes out all that waits; for a lane that ends.
  func removeAll() -> [Ticket] {
    waiting.withLock { waiting in
      var tickets: [Ticket] = []
      while let action = waiting.next() { tickets.append(action.ticket) }
      return tickets
    }
  }

  /// Lets go of the endpoint; no further call is made.
  func end() {
    waiting.withLock { waiting in
      waiting.isHeld = true
      waiting.endpoint = nil
    }
  }

  private func drain() {
    while let (endpoint, action) = next() {
      do throws(Fault) {
        try endpoint.trigger(action.ticket, action.text)
      } catch {
        reject(action.ticket, action.text, error)
      }
    }
  }

  private func next() -> (any Endpoint, Action)? {
    let (step, held) = waiting.withLock { waiting -> ((any Endpoint, Action)?, [@Sendable () -> Void]) in
      waiting.running = nil
      if !waiting.isHeld, let endpoint = waiting.endpoint, let action = waiting.next() {
        waiting.running = action.ticket
        return ((endpoint, action), [])
      }
      waiting.isDraining = false
      defer { waiting.held = [] }
      return (nil, waiting.held)
    }
    for resume in held { resume() }
    return step
  }
}

extension Lane.Waiting {
  /// Whether the caller must start a drain.
  fileprivate mutating func start() -> Bool {
    guard !isDraining, !isHeld, count > 0 else { return false }
    isDraining = true
    return true
  }
}
