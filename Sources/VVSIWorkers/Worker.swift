import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One generation of a plugin in a process of its own: starts the process, and starts it again when it dies.
///
/// One thread for each process reads all that comes from it, watches over it, and restarts it.
final class Worker: Sendable {
  enum Phase {
    case idle
    case up(WorkerProcess)
    /// On its way up or down.
    case down
    case quarantined(Fault)
  }

  enum Call {
    case waiting
    case done(Result<[UInt8]?, Fault>)
    /// Begins an instance anew; nobody waits for it.
    case restoring(UInt64)
  }

  struct State {
    var phase = Phase.idle
    var endpoints: [UInt64: Weak] = [:]
    /// The places in ``Begun`` that no instance has.
    var places = Array(Begun.places.reversed())
    var calls: [UInt64: Call] = [:]
    var lastNumber: UInt64 = 0
    var crashes: [Double] = []
    /// How often a process ended without being asked to.
    var crashCount = 0
    /// What the process said first.
    var announcement: Result<[FeatureDescription], PluginError>?
    /// Whether the last instance has gone, so that the process goes with the last call.
    var isUsedUp = false
    var launches = 0
    var lastEnding: WorkerProcess.Ending?

    /// Whether a process that is not the first could not load the plugin.
    var isRefused: Bool {
      if launches > 1, case .failure = announcement { true } else { false }
    }
  }

  struct Weak {
    weak var endpoint: WorkerEndpoint?
  }

  let task: WorkerTask
  let command: [String]
  let terms: Supervision
  /// Why there is a process.
  let cause: Residence.Cause
  let log: @Sendable (LogLevel, String) -> Void
  let state = Awaited(State())

  init(
    _ task: WorkerTask, command: [String], terms: Supervision, cause: Residence.Cause,
    log: @escaping @Sendable (LogLevel, String) -> Void
  ) {
    self.task = task
    self.command = command
    self.terms = terms
    self.cause = cause
    self.log = log
  }

  /// Starts the process, and waits until the plugin is loaded in it.
  func load() throws(PluginError) -> [FeatureDescription] {
    let process: WorkerProcess
    do throws(Fault) {
      process = try running()
    } catch {
      throw .loaderRefused(path: task.plugin, reason: error.message)
    }
    if let announcement = state.wait(atMost: terms.startSeconds, { $0.announcement }) {
      return try announcement.get()
    }
    process.end(by: SIGKILL, because: tooLong)
    return try state.wait { $0.announcement }.get()
  }

  /// A process is loading, or a call is waited for, for too long; said alike by whoever notices first.
  var tooLong: Fault {
    Fault(
      code: "unresponsive",
      message: "the process of \(task.plugin) did not answer within \(terms.startSeconds) s")
  }

  /// A place in ``Begun`` for an instance, if there is one left.
  func takePlace() -> UInt32 {
    state.withLock { $0.places.popLast() ?? Begun.nowhere }
  }

  func nextNumber() -> UInt64 {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  // MARK: Calls

  /// Makes a call and waits for what comes of it; a process that does not answer in time is ended.
  func call(
    atMost seconds: Double? = nil, endsLate: Bool = true, _ order: (UInt64) -> Order
  ) throws(Fault) -> [UInt8]? {
    try send(atMost: seconds, endsLate: endsLate) { process, call in
      process.outbox.hold { order(call).write(to: &$0) }
    }
  }

  /// Begins an instance.
  func open(_ endpoint: WorkerEndpoint, state first: [UInt8]?) throws(Fault) {
    let begun = try send { process, call in
      state.change { $0.endpoints[endpoint.id] = Weak(endpoint: endpoint) }
      endpoint.begin(in: process, call: call, state: first, again: false)
    }
    endpoint.began(with: begun ?? [])
  }

  private func send(
    atMost seconds: Double? = nil, endsLate: Bool = true,
    _ body: (WorkerProcess, UInt64) -> Void
  ) throws(Fault) -> [UInt8]? {
    let number = nextNumber()
    var process = try running()
    while !register(number, for: process) { process = try running() }
    body(process, number)
    process.outbox.flush()
    let outcome = state.wait(atMost: seconds ?? terms.startSeconds) {
      state -> Result<[UInt8]?, Fault>? in
      guard case .done(let result) = state.calls[number] else { return nil }
      return result
    }
    let unused = state.change { state -> WorkerProcess? in
      state.calls[number] = nil
      return state.leaveIfUnused()
    }
    unused?.close()
    if let outcome { return try outcome.get() }
    if endsLate { process.end(by: SIGKILL, because: tooLong) }
    throw tooLong
  }

  private func register(_ number: UInt64, for process: WorkerProcess) -> Bool {
    state.withLock { state in
      guard case .up(let current) = state.phase, current === process else { return false }
      state.calls[number] = .waiting
      return true
    }
  }

  /// The process that runs; it is started if there is none, and waited for while it is started again.
  private func running() throws(Fault) -> WorkerProcess {
    let found = state.wait { state -> Result<WorkerProcess?, Fault>? in
      switch state.phase {
      case .up(let process): return .success(process)
      case .down: return nil
      case .quarantined(let fault): return .failure(fault)
      case .idle:
        state.phase = .down
        return .success(nil)
      }
    }
    if let process = try found.get() { return process }
    return try start()
  }

  /// Starts the process and the thread that reads from it.
  private func start() throws(Fault) -> WorkerProcess {
    do throws(Fault) {
      let process = try launch()
      guard startThread("vvsi.\(task.plugin)", { [self] in attend(process) }) else {
        process.end(by: SIGKILL)
        _ = process.reap()
        throw Fault(code: "worker_failed", message: "the system gives the host no more threads")
      }
      return process
    } catch {
      state.change { $0.phase = .idle }
      throw error
    }
  }

  /// Starts the process with the instances that there are.
  func launch() throws(Fault) -> WorkerProcess {
    let process = try WorkerProcess(command)
    process.outbox.hold { Order.load(task).write(to: &$0) }
    for endpoint in endpoints {
      let number = nextNumber()
      state.withLock { $0.calls[number] = .restoring(endpoint.id) }
      endpoint.begin(in: process, call: number, state: nil, again: true)
    }
    state.change { state in
      state.announcement = nil
      state.isUsedUp = false
      state.launches += 1
      state.phase = .up(process)
    }
    process.outbox.flush()
    return process
  }

  // MARK: Instances

  var endpoints: [WorkerEndpoint] {
    state.withLock { $0.endpoints.values.compactMap(\.endpoint) }.sorted { $0.id < $1.id }
  }

  /// How the last process ended.
  var lastEnding: WorkerProcess.Ending? { state.withLock { $0.lastEnding } }

  func endpoint(_ id: UInt64) -> WorkerEndpoint? {
    state.withLock { $0.endpoints[id]?.endpoint }
  }

  /// Ends an instance; the process ends with the last one.
  func close(_ endpoint: WorkerEndpoint) {
    let isUp = state.withLock { state in
      if case .up = state.phase { true } else { false }
    }
    var isGone = !isUp
    if isUp {
      // One that does not come to its end is left behind, like one in the host's own process.
      let ended: Void? =
        try? _ = call(atMost: terms.graceSeconds, endsLate: false) {
          .destroy(call: $0, instance: endpoint.id)
        }
      isGone = ended != nil
    }
    // What was left behind may still write to its place.
    if isGone, endpoint.place != Begun.nowhere {
      state.withLock { $0.places.append(endpoint.place) }
    }
    forget(endpoint.id)
  }

  /// An instance is gone.
  func forget(_ id: UInt64) {
    let process = state.change { state -> WorkerProcess? in
      guard state.endpoints.removeValue(forKey: id) != nil else { return nil }
      state.isUsedUp = state.endpoints.isEmpty
      return state.leaveIfUnused()
    }
    process?.close()
  }

  /// Nothing of the plugin's generation is in use any more.
  func end() {
    let process = state.change { state in
      state.leave()
    }
    process?.close()
  }

  /// Sends the process a signal, if it runs.
  func end(by signal: Int32) {
    let process = state.withLock { state -> WorkerProcess? in
      if case .up(let process) = state.phase { process } else { nil }
    }
    process?.end(by: signal)
  }

  /// Waits until no process runs; without instances.
  func waitForEnd() {
    let process = state.change { $0.endpoints.isEmpty ? $0.leave() : nil }
    process?.close()
    state.wait { state in
      if case .idle = state.phase { () } else { nil }
    }
  }

  /// Forgets the crashes, and starts the process again if it is in quarantine.
  func retry() -> Bool {
    let wasQuarantined = state.change { state in
      state.crashes = []
      guard case .quarantined = state.phase else { return false }
      state.phase = .down
      return true
    }
    guard wasQuarantined else { return false }
    if (try? start()) == nil { log(.error, "no process could be started") }
    return true
  }
}

extension Worker.State {
  /// Takes the process out of use once its instances and calls have come and gone, and returns it.
  fileprivate mutating func leaveIfUnused() -> WorkerProcess? {
    isUsedUp && endpoints.isEmpty && calls.isEmpty ? leave() : nil
  }

  /// Takes the process out of use, and returns it.
  fileprivate mutating func leave() -> WorkerProcess? {
    guard case .up(let process) = phase else { return nil }
    phase = .down
    return process
  }
}
