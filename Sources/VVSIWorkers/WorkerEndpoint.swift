import VVSIHost

/// One instance that lives in a process of its own.
///
/// Its last committed state is kept here, and is what it begins with when the process has to be started again.
final class WorkerEndpoint: Endpoint {
  private struct Call {
    let ticket: Ticket
    let action: [UInt8]
  }

  private struct State {
    /// Nil while the process is started again.
    var process: WorkerProcess?
    /// Why no action is taken any more.
    var refusal: Fault?
    var committed: [UInt8] = []
    /// What was sent and has not returned, in order.
    var calls: [Call] = []
    var head = 0
    /// What was sent and has not settled.
    var open: Set<Ticket> = []
    /// Whether calls wait until half of those under way have returned.
    var isFull = false
    var watched = Watched()

    var count: Int { calls.count - head }
  }

  /// How many calls may be under way.
  private static let window = 256
  /// How many calls are sent together while others are under way.
  private static let batch = 32

  let id: UInt64
  /// Where its worker tells which actions it has begun.
  let place: UInt32
  private let feature: UInt32
  private let lease: WorkerLease
  private let reporter: Reporter
  private let state = Awaited(State())

  init(
    of feature: UInt32, lease: WorkerLease, state first: [UInt8]?, report: @escaping Reporter
  ) throws(Fault) {
    self.feature = feature
    self.lease = lease
    reporter = report
    id = lease.worker.nextNumber()
    place = lease.worker.takePlace()
    try lease.worker.open(self, state: first)
  }

  deinit {
    lease.worker.forget(id)
  }

  // MARK: Endpoint

  func trigger(_ ticket: Ticket, _ action: [UInt8]) throws(Fault) {
    let admitted = state.wait { state -> Result<(WorkerProcess, Int), Fault>? in
      if let refusal = state.refusal { return .failure(refusal) }
      guard let process = state.process, !state.isFull else { return nil }
      state.calls.append(Call(ticket: ticket, action: action))
      state.open.insert(ticket)
      state.isFull = state.count >= Self.window
      return .success((process, state.count))
    }
    let (process, count) = try admitted.get()
    let waiting = process.outbox.hold { writer in
      Order.trigger(instance: id, ticket: ticket.number, action: action).write(to: &writer)
    }
    if count == 1 || count % Self.batch == 0 || waiting > Outbox.batch { process.outbox.flush() }
  }

  func flush() {
    state.withLock { $0.process }?.outbox.flush()
  }

  func finish() {
    flush()
    state.wait { $0.count == 0 ? () : nil }
  }

  var isSupervised: Bool { true }

  var oldestCall: Ticket? {
    state.withLock { $0.count == 0 ? nil : $0.calls[$0.head].ticket }
  }

  func snapshot() throws(Fault) -> [UInt8] { state.withLock { $0.committed } }

  func cancel(_ ticket: Ticket?) {
    let (id, number) = (id, ticket?.number ?? 0)
    guard let process = state.withLock({ $0.process }) else { return }
    // The caller must not wait for a process that does not read.
    CallThreads.shared.run {
      process.outbox.post { Order.cancel(instance: id, ticket: number).write(to: &$0) }
    }
  }

  func destroy() {
    lease.worker.close(self)
  }

  // MARK: What the worker calls

  /// Begins in a process, with the state given or the last committed one, and with the actions that the process before had
  /// not begun.
  func begin(in process: WorkerProcess, call: UInt64, state first: [UInt8]?, again: Bool) {
    state.change { state in
      let begun = again ? state.committed : first
      let order = Order.create(
        call: call, instance: id, feature: feature, place: place, state: begun)
      process.outbox.hold { order.write(to: &$0) }
      for call in state.calls[state.head...] {
        process.outbox.hold { writer in
          Order.trigger(instance: id, ticket: call.ticket.number, action: call.action)
            .write(to: &writer)
        }
      }
      state.process = process
      // Its clock begins anew.
      state.watched = Watched()
      state.refusal = nil
    }
  }

  /// The state that the feature itself began with.
  func began(with first: [UInt8]) {
    state.withLock { $0.committed = first }
  }

  /// The process is gone: what it had begun failed, and what it had not waits for the next one.
  func lose(_ process: WorkerProcess, for fault: Fault) {
    let lost = state.change { state in
      let begun = process.begun[place]
      state.calls = state.calls[state.head...].filter { $0.ticket.number > begun }
      state.head = 0
      state.process = nil
      state.isFull = state.count >= Self.window
      let kept = Set(state.calls.map(\.ticket))
      defer { state.open = kept }
      return state.open.subtracting(kept).sorted()
    }
    for ticket in lost {
      reporter(.failed(ticket, fault))
      reporter(.settled(ticket))
    }
  }

  /// From now on every action is refused, also those that wait for a process.
  func refuse(with fault: Fault) {
    let waiting = state.change { state -> [Call] in
      state.refusal = fault
      guard state.process == nil else { return [] }
      defer {
        state.calls = []
        state.head = 0
        state.open = []
        state.isFull = false
      }
      return Array(state.calls[state.head...])
    }
    for call in waiting { reporter(.rejected(call.ticket, action: call.action, fault)) }
  }

  func take(_ report: Report) {
    switch report {
    case .committed(_, let bytes): state.withLock { $0.committed = bytes }
    case .settled(let ticket): state.withLock { _ = $0.open.remove(ticket) }
    default: break
    }
    reporter(report)
  }

  /// A call has returned.
  ///
  /// - Returns: Whether it was the oldest one under way, as it must be.
  func returned(_ number: UInt64, _ fault: Fault?) -> Bool {
    let (isOldest, refused) = state.withLock { state -> (Bool, Call?) in
      guard state.count > 0, state.calls[state.head].ticket.number == number else {
        return (false, nil)
      }
      let call = state.calls[state.head]
      state.head += 1
      if state.head > Self.window {
        state.calls.removeFirst(state.head)
        state.head = 0
      }
      guard fault != nil else { return (true, nil) }
      state.open.remove(call.ticket)
      return (true, call)
    }
    if let refused, let fault {
      reporter(.rejected(refused.ticket, action: refused.action, fault))
    }
    return isOldest
  }

  /// All that came at a time was told.
  func pause() {
    let mayGoOn = state.withLock { state in
      defer { if state.count <= Self.window / 2 { state.isFull = false } }
      return state.count == 0 || (state.isFull && state.count <= Self.window / 2)
    }
    if mayGoOn { state.notify() }
  }

  /// The call that runs or is the next to run, since when on the clock of its process, and what was done about it.
  func watch<Result>(_ now: Double, _ body: (inout Watched) -> Result?) -> Result? {
    state.withLock { state in
      guard state.count > 0 else {
        state.watched = Watched()
        return nil
      }
      let ticket = state.calls[state.head].ticket
      let isBegun = state.process.map { $0.begun[place] >= ticket.number } ?? false
      if state.watched.ticket != ticket || state.watched.isBegun != isBegun {
        state.watched = Watched(ticket: ticket, isBegun: isBegun, since: now)
      }
      return body(&state.watched)
    }
  }
}

/// A call that is watched over.
struct Watched {
  /// What was done about it last.
  enum Stage: Int, Comparable {
    case quiet
    case reported
    case cancelled
    case terminated
    case killed

    static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
  }

  var ticket: Ticket?
  /// Whether it runs; otherwise the instance is still being made.
  var isBegun = false
  var since = 0.0
  var stage = Stage.quiet

  /// Takes the next step towards a stage; false if that is reached.
  mutating func advance(to due: Stage) -> Bool {
    guard stage < due, let next = Stage(rawValue: stage.rawValue + 1) else { return false }
    stage = next
    return true
  }
}
