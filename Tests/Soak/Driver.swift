import VVSIHost
import VVSIPlugins
import VVSIWorkers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Counts with one feature, harms it now and then, and checks that no count is lost.
struct Driver: Sendable {
  /// What a plugin does to itself.
  private static let harms = [
    "segfault", "trap", "abort", "exit", "loop", "deadlock", "handler", "processes", "descriptors",
    "invalid-state", "huge-state", "invalid-notification", "print", "close-output", "surroundings",
    "stop", "memory",
  ]
  private static let signals = [SIGSEGV, SIGKILL, SIGTERM, SIGSTOP, SIGABRT]

  private let name: InstanceName
  private let viewState: ViewState
  private let host: PluginHost
  private let tally: Tally
  private let seed: UInt64
  private let terms: (Supervision, vvsi: String, library: String)?

  init(
    _ name: String, of viewState: ViewState, host: PluginHost, tally: Tally, seed: UInt64,
    terms: (Supervision, vvsi: String, library: String)?
  ) {
    self.name = InstanceName(feature: name)
    self.viewState = viewState
    self.host = host
    self.tally = tally
    self.seed = seed
    self.terms = terms
  }

  func run(until deadline: ContinuousClock.Instant) async {
    var random = Lot(seed)
    var harmed = ContinuousClock.now
    var count = 0
    while ContinuousClock.now < deadline {
      await step("{}", &count)
      guard terms != nil, ContinuousClock.now - harmed > .milliseconds(150) else { continue }
      // Three features, one harm each in 150 ms.
      harmed = .now
      await harm(&random, &count)
    }
    await finish(&count)
  }

  private func harm(_ random: inout Lot, _ count: inout Int) async {
    switch random.next(below: 10) {
    case 0: await reload()
    case 1, 2, 3:
      let provider = await viewState.provider(of: name.feature) as? WorkerProvider
      let signal = Self.signals[random.next(below: Self.signals.count)]
      provider?.end(by: signal)
      tally.add("signal \(signal)")
    default:
      let harm = Self.harms[random.next(below: Self.harms.count)]
      tally.add("harm \(harm)")
      await step("{\"\(harm)\":{}}", &count)
    }
  }

  private func reload() async {
    guard let (terms, vvsi, library) = terms else { return }
    let content = WorkerContent(
      LibraryContent(library), command: [vvsi, WorkerServer.word], terms: terms,
      stateBytes: 1 << 20)
    do {
      try await host.reload(name.feature, with: content)
      tally.add("reload")
    } catch {
      // A process that was harmed meanwhile may not answer; then the old one goes on.
      tally.add("reload failed: \(error.code)")
    }
  }

  /// Triggers an action, and checks the state after its end.
  private func step(_ action: String, _ count: inout Int) async {
    let began = ContinuousClock.now
    guard let ticket = try? await viewState.trigger(name, action: Array(action.utf8)) else {
      return tally.blame("\(name): an action was not taken")
    }
    let settlement = await viewState.settlement(of: ticket)
    let state = await state()
    switch settlement {
    case .settled:
      tally.add("settled")
      if terms == nil { tally.add(latency: began.duration(to: .now) / .milliseconds(1)) }
      if state != count + 1 { tally.blame("\(name): \(state) after a count from \(count)") }
    case .failed(let fault, _):
      tally.add("failed: \(fault.code)")
      // It may have committed before it failed.
      if state != count, state != count + 1 {
        tally.blame("\(name): \(state) after a failure at \(count)")
      }
    case .rejected(let rejection):
      tally.add("rejected: \(rejection.code)")
      if state != count { tally.blame("\(name): \(state) after a rejection at \(count)") }
      if rejection.code == "quarantined" { await retry() }
    case .unfinished, .unknown: tally.blame("\(name): no one knows what became of \(ticket)")
    }
    count = state
  }

  private func retry() async {
    let provider = await viewState.provider(of: name.feature) as? WorkerProvider
    if provider?.retry() == true { tally.add("retry") }
  }

  private func state() async -> Int {
    let snapshot = try? await viewState.snapshot(of: name)
    return snapshot.flatMap { Int(String(decoding: $0.state, as: UTF8.self)) } ?? -1
  }

  /// After all harm it must answer.
  private func finish(_ count: inout Int) async {
    for _ in 0..<20 {
      guard let ticket = try? await viewState.trigger(name, action: Array("{}".utf8)) else { break }
      switch await viewState.settlement(of: ticket) {
      case .settled: return
      case .rejected(let rejection) where rejection.code == "quarantined": await retry()
      default: break
      }
    }
    tally.blame("\(name) does not answer any more")
  }
}

/// Draws lots, the same ones for the same seed.
struct Lot {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((word ^ (word >> 31)) % UInt64(limit))
  }
}
