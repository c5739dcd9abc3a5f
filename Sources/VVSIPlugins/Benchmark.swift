import Dispatch
import Synchronization
public import VVSIHost

/// Measures how fast a feature takes actions: JSON in, through the real boundary, JSON state out.
public struct Benchmark: Sendable {
  /// How many actions may be under way at a time; the synchronous form ends each before the next begins.
  static let window = 256

  private let provider: any FeatureProvider
  private let actions: [[UInt8]]
  private let count: Int
  private let patience: Double

  /// Makes a benchmark of `count` actions, these in turn.
  ///
  /// It gives up when none has settled for `patience` seconds.
  public init(
    of provider: any FeatureProvider, actions: [[UInt8]], count: Int, patience: Double = 30
  ) {
    self.provider = provider
    self.actions = actions
    self.count = count
    self.patience = patience
  }

  /// What was measured.
  public struct Figures: Sendable {
    /// How many actions ran.
    public var count: Int
    /// From the first trigger to the last settlement, in seconds.
    public var seconds: Double
    /// How long processors were at work meanwhile, all of the process's threads together, in seconds.
    public var processorSeconds: Double
    /// From trigger to settlement of one action; of another pass, since reading the clock twice an action takes time.
    public var latencies: Latencies
    /// How many states came out.
    public var states: Int
    /// The last state: a JSON text.
    public var state: [UInt8]
    /// How many blocks of memory were asked for, all actions taken together; nil where nothing counts them.
    public var allocations: Int?
    /// How many bytes of memory the process holds after the actions that warm it up, and after all.
    public var memory: (before: Int, after: Int)

    /// Actions a second.
    public var actionsPerSecond: Double { Double(count) / seconds }
    /// The whole time over the count, in nanoseconds.
    public var mean: Double { seconds * 1e9 / Double(count) }
    /// The processors' time over the count, in nanoseconds.
    public var processor: Double { processorSeconds * 1e9 / Double(count) }
  }

  /// Calls the endpoint as the host's lane does, from this thread, which runs the tasks that the calls start; with nobody
  /// listening.
  ///
  /// - Throws: ``Fault`` if the instance cannot be made, if an action is refused or fails or none settles, or if the last
  ///   state is none that the host takes.
  public func runAtBoundary() throws(Fault) -> Figures {
    let tally = Tally(patience: patience)
    let endpoint = try provider.create(state: nil) { tally.take($0) }
    defer { endpoint.destroy() }
    for number in 0..<min(count, 2_000) {
      try endpoint.trigger(Ticket(UInt64(number + 1)), actions[number % actions.count])
    }
    try tally.wait(until: min(count, 2_000))
    tally.prepare(timed: 0)
    let before = ResidentMemory.bytes
    let allocated = AllocationCount.current
    let processor = ProcessorTime.seconds
    let seconds = try pass(endpoint, tally)
    let processorSeconds = ProcessorTime.seconds - processor
    let allocations = AllocationCount.current
    let after = ResidentMemory.bytes
    let (states, state) = (tally.states, tally.state)
    tally.prepare(timed: count)
    _ = try pass(endpoint, tally)
    if states > 0, let fault = Fault(unlessJSON: state, what: "state") { throw fault }
    return Figures(
      count: count, seconds: seconds, processorSeconds: processorSeconds,
      latencies: tally.latencies(), states: states, state: state,
      allocations: allocations.map { $0 - (allocated ?? 0) }, memory: (before, after))
  }

  /// Runs all actions, and returns how many seconds that took.
  private func pass(_ endpoint: any Endpoint, _ tally: Tally) throws(Fault) -> Double {
    let first = tally.settled
    var tasks = StartedTasks {}
    var next = 0
    let began = Moment.now
    for number in 0..<count {
      tally.begin(number)
      let action = actions[next]
      next = next + 1 < actions.count ? next + 1 : 0
      try tasks.call { () throws(Fault) in
        try endpoint.trigger(Ticket(UInt64(first + number + 1)), action)
      }
      if !tasks.run() { tasks = StartedTasks {} }
      if number - (tally.settled - first) > Self.window {
        try tally.wait(until: first + number - Self.window / 2)
      }
    }
    try tally.wait(until: first + count)
    return began.millisecondsSince / 1e3
  }
}

/// Counts what an endpoint reports.
private final class Tally: @unchecked Sendable {
  // Each slot of the arrays is written by one thread and read after the last settlement.
  private var began: UnsafeMutableBufferPointer<UInt64> = .allocate(capacity: 0)
  private var took: UnsafeMutableBufferPointer<UInt32> = .allocate(capacity: 0)
  private let settledCount = Atomic(0)
  /// The count that somebody sleeps for.
  private let awaited = Atomic(0)
  private let bell = DispatchSemaphore(value: 0)
  // Both are written by one thread at a time, as commits of an instance never overlap.
  private var stateCount = 0
  private var last: [UInt8] = []
  private let failure = Guarded<Fault?>(nil)
  private var first = 0
  private let patience: Double

  init(patience: Double) {
    self.patience = patience
  }

  var settled: Int { settledCount.load(ordering: .acquiring) }
  /// How many states came; for when all actions have settled.
  var states: Int { stateCount }
  /// The last state; for when all actions have settled.
  var state: [UInt8] { last }
  private var fault: Fault? { failure.withLock { $0 } }

  deinit {
    began.deallocate()
    took.deallocate()
  }

  /// From now on, takes the time of the next `count` actions.
  func prepare(timed count: Int) {
    began.deallocate()
    took.deallocate()
    began = .allocate(capacity: count)
    took = .allocate(capacity: count)
    began.initialize(repeating: 0)
    took.initialize(repeating: 0)
    first = settled
    stateCount = 0
  }

  func begin(_ number: Int) {
    if number < began.count { began[number] = Moment.now.nanoseconds }
  }

  func take(_ report: Report) {
    switch report {
    case .committed(_, let state):
      stateCount += 1
      last = state
    case .settled(let ticket):
      let number = Int(ticket.number) - first - 1
      if number >= 0, number < took.count {
        took[number] = UInt32(clamping: Moment.now.nanoseconds - began[number])
      }
      let count = settledCount.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
      if count == awaited.load(ordering: .sequentiallyConsistent) { bell.signal() }
    case .failed(_, let fault), .rejected(_, _, let fault), .misbehaved(let fault):
      failure.withLock { $0 = fault }
      bell.signal()
    case .notified, .routed, .triggered: break
    }
  }

  /// Sleeps until as many actions have settled.
  ///
  /// - Throws: The ``Fault`` of one that has failed, or `benchmark_failed` if none settles any more.
  func wait(until count: Int) throws(Fault) {
    awaited.store(count, ordering: .sequentiallyConsistent)
    var seen = settled
    while true {
      if let fault { throw fault }
      let settled = settledCount.load(ordering: .sequentiallyConsistent)
      guard settled < count else { return }
      guard bell.wait(timeout: .now() + patience) == .timedOut else { continue }
      guard settled > seen else { throw neverSettles(settled, of: count) }
      seen = settled
    }
  }

  private func neverSettles(_ settled: Int, of count: Int) -> Fault {
    Fault(
      code: "benchmark_failed",
      message:
        "expected actions that settle, found none that did for \(Int(patience.rounded(.up))) seconds,"
        + " after \(settled) of \(count); leave out actions that run on, or cancel them by another")
  }

  func latencies() -> Latencies { Latencies(took.map(Double.init)) }
}
