/// Where one instance's calls are made: one at a time, in order, on no thread of the host's actor.
///
/// A call may block for as long as it likes; only this lane waits. Actions wait here, in the order triggered.
final class Lane: Sendable {
  fileprivate struct State {
    var actions = Queue<Action>()
    var endpoint: (any Endpoint)?
    var isDraining = false
    var isHeld = false
    /// The action whose call has not returned.
    var running: Ticket?
    var tasks: StartedTasks?
    /// What is to be done when the running call has returned and no other follows.
    var whenQuiet: [@Sendable () -> Void] = []
  }

  struct Action: Sendable {
    let ticket: Ticket
    let text: [UInt8]
  }

  private let state: Guarded<State>
  private let reject: @Sendable (Ticket, [UInt8], Fault) -> Void

  /// Makes a lane that makes its calls to `endpoint`; `reject` is told of actions that were not understood, on the
  /// lane's thread.
  init(
    name: InstanceName, endpoint: any Endpoint,
    reject: @escaping @Sendable (Ticket, [UInt8], Fault) -> Void
  ) {
    self.reject = reject
    state = Guarded(State(endpoint: endpoint))
    takeThread()
  }

  /// How many actions wait.
  var count: Int { state.withLock { $0.actions.count } }

  /// The action whose call has not returned.
  var running: Ticket? { state.withLock { $0.running } }

  /// The oldest action whose call has not returned, or waits to be made.
  var oldest: Ticket? { state.withLock { $0.running ?? $0.actions.first?.ticket } }

  /// Puts an action behind those that wait, unless as many wait as may.
  ///
  /// - Returns: Nil if the mailbox is full; else whether ``start()`` must be called.
  func enqueue(_ action: Action, limit: Int) -> Bool? {
    state.withLock { state in
      guard state.actions.count < limit else { return nil }
      state.actions.append(action)
      return state.start()
    }
  }

  /// Works off what waits; see ``enqueue(_:limit:)``.
  func start() {
    guard let tasks = state.withLock({ $0.tasks }) else { return }
    CallThreads.shared.run { self.drain(tasks) }
  }

  /// Goes on after ``hold(atMost:)``.
  func resume() {
    let mustStart = state.withLock { state in
      state.isHeld = false
      return state.start()
    }
    if mustStart { start() }
  }

  /// Starts no further action, and waits until the running call has returned.
  ///
  /// - Returns: Whether it has; it goes on after so many seconds.
  @discardableResult
  func hold(atMost seconds: Double) async -> Bool {
    let (stream, signal) = AsyncStream<Bool>.makeStream()
    let finish: @Sendable () -> Void = { [state] in
      state.withLock { $0.endpoint }?.finish()
      signal.yield(true)
    }
    let isQuiet = state.withLock { state in
      state.isHeld = true
      if state.isDraining { state.whenQuiet.append(finish) }
      return !state.isDraining
    }
    if isQuiet { CallThreads.shared.run(finish) }
    Timers.shared.after(seconds) { signal.yield(false) }
    for await isQuiet in stream { return isQuiet }
    return false
  }

  /// The tickets of all that waits.
  var waiting: Set<Ticket> {
    state.withLock { Set($0.actions.waiting.map(\.ticket)) }
  }

  /// Takes out all that waits, in order.
  func takeAll() -> [Action] {
    state.withLock { state in
      var all: [Action] = []
      while let action = state.actions.popFirst() { all.append(action) }
      return all
    }
  }

  /// Puts actions before all that waits, without starting them; for a lane that is not in use yet.
  func put(_ actions: [Action]) {
    state.withLock { $0.actions.prepend(actions) }
  }

  /// Lets go of the endpoint; no further call is made.
  func end() {
    state.withLock { state in
      state.isHeld = true
      state.endpoint = nil
    }
  }

  /// Takes a thread that no call before has; the one that there was may be in a feature's task.
  private func takeThread() {
    let tasks = StartedTasks { [weak self] in
      self?.takeThread()
      self?.start()
    }
    state.withLock { state in
      state.tasks = tasks
      state.running = nil
    }
  }

  private func drain(_ tasks: StartedTasks) {
    repeat {
      while let (endpoint, action) = next() {
        do throws(Fault) {
          try tasks.call { () throws(Fault) in try endpoint.trigger(action.ticket, action.text) }
        } catch {
          reject(action.ticket, action.text, error)
        }
        guard tasks.run() else { return }
      }
      state.withLock { $0.endpoint }?.flush()
    } while !stop()
  }

  private func next() -> (any Endpoint, Action)? {
    state.withLock { state in
      guard !state.isHeld, let endpoint = state.endpoint, let action = state.actions.popFirst()
      else {
        state.running = nil
        return nil
      }
      state.running = action.ticket
      return (endpoint, action)
    }
  }

  /// Ends a drain, unless more has come.
  private func stop() -> Bool {
    let whenQuiet = state.withLock { state -> [@Sendable () -> Void]? in
      guard state.isHeld || state.endpoint == nil || state.actions.isEmpty else { return nil }
      state.isDraining = false
      defer { state.whenQuiet = [] }
      return state.whenQuiet
    }
    for step in whenQuiet ?? [] { step() }
    return whenQuiet != nil
  }
}

extension Lane.State {
  /// Whether the caller must start a drain.
  fileprivate mutating func start() -> Bool {
    guard !isDraining, !isHeld, !actions.isEmpty else { return false }
    isDraining = true
    return true
  }
}
