import Synchronization
public import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Measures how fast a feature takes actions: JSON in, through the real boundary, JSON state out.
public struct Benchmark: Sendable {
  /// How many actions may be under way at a time; the synchronous form ends each before the next begins.
  static let window = 256

  private let provider: any FeatureProvider
  private let actions: [[UInt8]]
  private let count: Int

  /// Makes a benchmark of `count` actions, these in turn.
  public init(of provider: any FeatureProvider, actions: [[UInt8]], count: Int) {
    self.provider = provider
    self.actions = actions
    self.count = count
  }

  /// What was measured.
  public struct Figures: Sendable, Equatable {
    /// How many actions ran.
    public var count: Int
    /// From the first trigger to the last settlement, in seconds.
    public var seconds: Double
    /// From trigger to settlement of one action, in nanoseconds, sorted.
    var latencies: [UInt32]
    /// How many states came out.
    public var states: Int
    /// The last state: a JSON text.
    public var state: [UInt8]
    /// How many blocks of memory were asked for, all actions taken together; nil where nothing counts them.
    public var allocations: Int?

    /// Actions a second.
    public var actionsPerSecond: Double { Double(count) / seconds }
    /// The whole time over the count, in nanoseconds.
    public var mean: Double { seconds * 1e9 / Double(count) }
    /// The middle latency, in nanoseconds.
    public var median: Double { percentile(0.5) }
    /// The latency that one action in a hundred exceeds, in nanoseconds.
    public var p99: Double { percentile(0.99) }

    private func percentile(_ part: Double) -> Double {
      guard !latencies.isEmpty else { return 0 }
      return Double(latencies[min(latencies.count - 1, Int(Double(latencies.count) * part))])
    }
  }

  /// Calls the endpoint as the host's lane does, from this thread, with nobody listening.
  ///
  /// - Throws: ``Fault`` if the instance cannot be made, or an action is refused or fails.
  public func runAtBoundary() throws(Fault) -> Figures {
    let tally = Tally()
    let endpoint = try provider.create(state: nil) { tally.take($0) }
    defer { endpoint.destroy() }
    for number in 0..<min(count, 2_000) {
      try endpoint.trigger(Ticket(UInt64(number + 1)), actions[number % actions.count])
    }
    tally.wait(until: min(count, 2_000))
    return try measure(endpoint, tally)
  }

  private func measure(_ endpoint: any Endpoint, _ tally: Tally) throws(Fault) -> Figures {
    let warm = tally.settled
    tally.prepare(for: count, from: warm)
    let allocated = AllocationCount.current
    let began = now()
    for number in 0..<count {
      tally.begin(number)
      try endpoint.trigger(
        Ticket(UInt64(warm + number + 1)), actions[number % actions.count])
      if number - (tally.settled - warm) > Self.window { tally.wait(until: warm + number) }
    }
    tally.wait(until: warm + count)
    let seconds = Double(now() - began) / 1e9
    let allocations = AllocationCount.current
    if let fault = tally.fault { throw fault }
    return Figures(
      count: count, seconds: seconds, latencies: tally.latencies(), states: tally.states,
      state: tally.state, allocations: allocations.map { $0 - (allocated ?? 0) })
  }
}

/// Counts what an endpoint reports.
private final class Tally: @unchecked Sendable {
  // Each slot of the arrays is written by one thread and read after the last settlement.
  private var began: UnsafeMutableBufferPointer<UInt64> = .allocate(capacity: 0)
  private var took: UnsafeMutableBufferPointer<UInt32> = .allocate(capacity: 0)
  private let settledCount = Atomic(0)
  private let stateCount = Atomic(0)
  private let last = Guarded<(state: [UInt8], fault: Fault?)>(([], nil))
  private var first = 0

  var settled: Int { settledCount.load(ordering: .acquiring) }
  var states: Int { stateCount.load(ordering: .relaxed) }
  var state: [UInt8] { last.withLock { $0.state } }
  var fault: Fault? { last.withLock { $0.fault } }

  deinit {
    began.deallocate()
    took.deallocate()
  }

  func prepare(for count: Int, from first: Int) {
    began.deallocate()
    took.deallocate()
    began = .allocate(capacity: count)
    took = .allocate(capacity: count)
    began.initialize(repeating: 0)
    took.initialize(repeating: 0)
    self.first = first
    stateCount.store(0, ordering: .relaxed)
  }

  func begin(_ number: Int) {
    began[number] = now()
  }

  func take(_ report: Report) {
    switch report {
    case .committed(_, let state):
      stateCount.wrappingAdd(1, ordering: .relaxed)
      last.withLock { $0.state = state }
    case .settled(let ticket):
      let number = Int(ticket.number) - first - 1
      if number >= 0, number < took.count {
        took[number] = UInt32(clamping: now() - began[number])
      }
      settledCount.wrappingAdd(1, ordering: .releasing)
    case .failed(_, let fault), .rejected(_, _, let fault), .misbehaved(let fault):
      last.withLock { $0.fault = fault }
    case .notified, .routed, .triggered: break
    }
  }

  func wait(until count: Int) {
    while settled < count, fault == nil { sched_yield() }
  }

  func latencies() -> [UInt32] { took.sorted() }
}

private func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
