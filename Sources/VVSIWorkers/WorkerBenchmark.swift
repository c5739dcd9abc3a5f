import CTasks
public import VVSIHost
public import VVSIPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Measures what a process of its own costs a plugin, beside a bare echo between two processes.
public struct WorkerBenchmark: Sendable {
  /// What was measured; times are in nanoseconds.
  public struct Figures: Sendable, Equatable {
    /// Wherever the system lets threads run, which may be another place for an echo than for an action.
    public var free: Turns
    /// Both processes on one core; nil where the system does not let a process choose.
    public var oneCore: Turns?
    /// Each process on a core of its own; nil if there is only one.
    public var twoCores: Turns?
    /// Actions a second, many under way at a time.
    public var pipelined: Double
    /// From starting the process to the end of the first action.
    public var start: Double
    /// From a crash to the end of the next action.
    public var crash: Double
  }

  /// Echoes and actions that took turns, so that both met the same machine.
  public struct Turns: Sendable, Equatable {
    /// A bare echo of as many bytes, between two processes.
    public var echo: Latencies
    /// From a trigger to the state of the action, one at a time.
    public var action: Latencies
  }

  /// How often starts and crashes are measured.
  private static let repeats = 9
  /// How often echoes and actions take turns.
  private static let rounds = 10

  private let actions: [[UInt8]]
  private let count: Int

  /// Makes a benchmark of `count` actions, these in turn.
  public init(actions: [[UInt8]], count: Int) {
    self.actions = actions
    self.count = count
  }

  /// Runs it; blocks its thread.
  ///
  /// - Parameters:
  ///   - provider: The feature; it has no instance.
  ///   - echo: The program, with its arguments, that runs ``EchoPeer``.
  /// - Returns: What was measured.
  /// - Throws: ``Fault`` if an action is refused or fails.
  public func run(
    _ provider: WorkerProvider, echo: [String]
  ) throws(Fault) -> Figures {
    let starts = try sorted { () throws(Fault) in
      provider.waitForEnd()
      let began = Moment.now.seconds
      let subject = try Subject(provider)
      defer { subject.endpoint.destroy() }
      try subject.run(actions[0])
      return (Moment.now.seconds - began) * 1e9
    }
    let free = try turns(provider, echo)
    let (oneCore, twoCores) = try placed(provider, echo)
    provider.waitForEnd()
    let subject = try Subject(provider)
    defer { subject.endpoint.destroy() }
    let rate = try pipelined(subject)
    let crashes = try sorted { () throws(Fault) in try subject.crash(actions[0]) }
    return Figures(
      free: free, oneCore: oneCore, twoCores: twoCores, pipelined: rate,
      start: starts[starts.count / 2], crash: crashes[crashes.count / 2])
  }

  private func sorted(_ body: () throws(Fault) -> Double) throws(Fault) -> [Double] {
    var all: [Double] = []
    for _ in 0..<Self.repeats { all.append(try body()) }
    return all.sorted()
  }

  /// The cores that this process may use; none where the system does not let it choose.
  private static var cores: [CInt] {
    Array(unsafeUninitializedCapacity: 1_024) { buffer, count in
      count = cores_allowed(buffer.baseAddress, buffer.count)
    }
  }

  /// Measures where this process and the other have been put.
  private func placed(
    _ provider: WorkerProvider, _ echo: [String]
  ) throws(Fault) -> (oneCore: Turns?, twoCores: Turns?) {
    let cores = Self.cores
    defer { cores_hold(cores, cores.count) }
    let oneCore = try cores.first.map { core throws(Fault) in
      cores_hold([core], 1)
      return try turns(provider, echo)
    }
    let twoCores = try cores.dropFirst().first.map { there throws(Fault) in
      cores_hold([there], 1)
      return try turns(provider, echo) { cores_hold(cores, 1) }
    }
    return (oneCore, twoCores)
  }

  /// Measures with processes that begin where this one is now; `move` moves this one when they have begun.
  private func turns(
    _ provider: WorkerProvider, _ echo: [String], move: () -> Void = {}
  ) throws(Fault) -> Turns {
    provider.waitForEnd()
    let subject = try Subject(provider)
    defer { subject.endpoint.destroy() }
    let peer = try EchoPeer(command: echo, bytes: actions[0].count + 25)
    _ = try peer.measure()
    try subject.run(actions[0])
    move()
    var (echoes, took): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.rounds {
      for _ in 0..<min(count, 10_000) / Self.rounds { echoes.append(try peer.measure()) }
      for number in 0..<min(count, 10_000) / Self.rounds {
        took.append(try subject.run(actions[number % actions.count]))
      }
    }
    return Turns(echo: Latencies(echoes), action: Latencies(took))
  }

  private func pipelined(_ subject: Subject) throws(Fault) -> Double {
    try subject.runAll(actions, count: min(count, 20_000))
    let began = Moment.now.seconds
    try subject.runAll(actions, count: count)
    return Double(count) / (Moment.now.seconds - began)
  }
}

/// One instance that is measured.
private final class Subject: Sendable {
  struct Tally {
    var committed = 0.0
    var settled: UInt64 = 0
    var wanted: UInt64 = 0
    var fault: Fault?
  }

  let endpoint: any Endpoint
  private let provider: WorkerProvider
  private let tally: Awaited<Tally>
  private let last = Guarded<UInt64>(0)

  init(_ provider: WorkerProvider) throws(Fault) {
    let tally = Awaited(Tally())
    self.provider = provider
    self.tally = tally
    endpoint = try provider.create(state: nil) { report in
      let isWanted = tally.withLock { tally in
        switch report {
        case .committed: tally.committed = Moment.now.seconds
        case .settled: tally.settled += 1
        case .failed(_, let fault), .misbehaved(let fault): tally.fault = fault
        case .rejected(_, _, let fault):
          tally.fault = fault
          tally.settled += 1
        case .notified, .routed, .triggered: break
        }
        return tally.settled == tally.wanted
      }
      if isWanted { tally.notify() }
    }
  }

  /// Runs an action to its end; returns how long its state took, in nanoseconds.
  @discardableResult
  func run(_ action: [UInt8]) throws(Fault) -> Double {
    let began = Moment.now.seconds
    try runAll([action], count: 1)
    return (tally.withLock { $0.committed } - began) * 1e9
  }

  func runAll(_ actions: [[UInt8]], count: Int) throws(Fault) {
    let first = last.withLock { last in
      defer { last += UInt64(count) }
      return last
    }
    tally.withLock { $0.wanted = first + UInt64(count) }
    for number in 0..<count {
      try endpoint.trigger(Ticket(first + UInt64(number) + 1), actions[number % actions.count])
    }
    endpoint.flush()
    let fault = tally.wait { tally -> Result<Void, Fault>? in
      guard tally.settled >= tally.wanted else { return nil }
      defer { tally.fault = nil }
      return tally.fault.map { .failure($0) } ?? .success(())
    }
    try fault.get()
  }

  /// Ends the process as a crash does, and runs an action until one comes through.
  func crash(_ action: [UInt8]) throws(Fault) -> Double {
    let before = provider.launches
    let began = Moment.now.seconds
    provider.end(by: SIGSEGV)
    while true {
      do throws(Fault) {
        try runAll([action], count: 1)
        // The signal may come after an action that came before it.
        if provider.launches > before { return (Moment.now.seconds - began) * 1e9 }
      } catch {
        guard error.code == "worker_crashed" else { throw error }
      }
    }
  }
}
