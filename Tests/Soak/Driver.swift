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
  private let name: InstanceName
  private let viewState: ViewState
  private let host: PluginHost
  private let tally: Tally
  /// What is to be done next, and whether something can be.
  private let order = Guarded<(harm: Harm?, isReady: Bool)>((nil, false))
  private let terms: (Supervision, vvsi: String, library: String)?

  init(
    _ name: String, of viewState: ViewState, host: PluginHost, tally: Tally,
    terms: (Supervision, vvsi: String, library: String)?
  ) {
    self.name = InstanceName(feature: name)
    self.viewState = viewState
    self.host = host
    self.tally = tally
    self.terms = terms
  }

  /// Takes over what is to be done to the plugin, unless it still recovers.
  func take(_ harm: Harm) -> Bool {
    order.withLock { order in
      guard order.isReady else { return false }
      order = (harm, false)
      return true
    }
  }

  func run(until deadline: ContinuousClock.Instant) async {
    var count = 0
    while ContinuousClock.now < deadline {
      if await step("{}", &count), terms != nil { order.withLock { $0.isReady = $0.harm == nil } }
      // Victims leave the processor to those that are harmed.
      if terms != nil { try? await Task.sleep(for: .milliseconds(5)) }
      let harm = order.withLock { order in
        defer { order.harm = nil }
        return order.harm
      }
      if let harm { await perform(harm, &count) }
    }
    await finish(&count)
  }

  private func perform(_ harm: Harm, _ count: inout Int) async {
    switch harm {
    case .reload: await reload()
    case .signal(let signal):
      let provider = await viewState.provider(of: name.feature) as? WorkerProvider
      provider?.end(by: signal)
    case .action(let action): _ = await step("{\"\(action)\":{}}", &count)
    }
  }

  private func reload() async {
    defer { tally.endReload() }
    guard let (terms, vvsi, library) = terms else { return }
    let content = WorkerContent(
      LibraryContent(library), command: [vvsi, WorkerServer.word], terms: terms,
      stateBytes: 1 << 20)
    do {
      try await host.reload(name.feature, with: content)
    } catch {
      // A process that was harmed meanwhile may not answer; then the old one goes on.
      tally.add("reload failed: \(error.code)")
    }
  }

  /// Triggers an action, and checks the state after its end.
  ///
  /// - Returns: Whether it settled.
  private func step(_ action: String, _ count: inout Int) async -> Bool {
    let began = ContinuousClock.now
    guard let ticket = try? await viewState.trigger(name, action: Array(action.utf8)) else {
      tally.blame("\(name): an action was not taken")
      return false
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
    return if case .settled = settlement { true } else { false }
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
