#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Testing
import VVSIHost

@Suite struct SupervisionTests {
  /// An action that blocks its lane until it is cancelled.
  private let blocking: ScriptedFeature.Script = { (endpoint, ticket, action) throws(Fault) in
    while endpoint.cancelled.withLock({ $0.isEmpty }) { usleep(1_000) }
    endpoint.finish(ticket, state: action)
  }

  @Test func tellsOfACallThatBlocksWhileItBlocksAndCancelsItAtItsDeadline() async throws {
    let viewState = ViewState()
    try await viewState.install("Lists", ScriptedFeature(script: blocking))
    await viewState.supervise(on: Supervision(blockedSeconds: 0.02, deadlineSeconds: 0.06))
    let events = viewState.events()
    let ticket = try await viewState.trigger("[1]")
    var lines: [String] = []
    for await event in events {
      if case .log("Lists", .warning, let message) = event.kind { lines.append(message) }
      if case .settled = event.kind { break }
    }
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("list: ticket \(ticket) has been blocking it for ") == true)
    #expect(
      lines.last == "list: ticket \(ticket) was cancelled, since it blocked it for more than "
        + "0.06 s; in a process of its own it would be ended")
    guard case .settled = await viewState.settlement(of: ticket) else {
      Issue.record("it did not settle")
      return
    }
  }

  @Test(.timeLimit(.minutes(4)))
  func anActionThatDoesNotSettleFailsAndIsCancelledIfThatIsBounded() async throws {
    let kept = Guarded<(ScriptedEndpoint, Ticket)?>(nil)
    let viewState = ViewState()
    let script: ScriptedFeature.Script = { (endpoint, ticket, action) throws(Fault) in
      kept.withLock { $0 = (endpoint, ticket) }
    }
    try await viewState.install("Lists", ScriptedFeature(script: script))
    await viewState.supervise(
      on: Supervision(blockedSeconds: 60, settleSeconds: 0.02, graceSeconds: 0.02))
    let events = viewState.events()
    let ticket = try await viewState.trigger("[1]")
    guard case .failed(let fault, _) = await viewState.settlement(of: ticket) else {
      Issue.record("it did not fail")
      return
    }
    #expect(fault.code == "deadline")
    #expect(
      fault.message == "it had not settled 0.02 s after its call had returned, and was cancelled")
    let (endpoint, number) = try #require(kept.withLock { $0 })
    #expect(endpoint.cancelled.withLock { $0 } == [number])
    // What comes late is not blamed on the plugin.
    endpoint.finish(number, state: "[2]")
    while try await viewState.state() != "[2]" { await Task.yield() }
    await viewState.idle()
    events.finish()
    var words: [String] = []
    for await event in events { words.append(event.words) }
    #expect(
      words == [
        "triggered list 1 [1]", "failed list 1 deadline", "settled list 1", "state list - v1 [2]",
      ])
  }

  @Test func saysNothingOfCallsThatReturn() async throws {
    let viewState = ViewState()
    let echo: ScriptedFeature.Script = { (endpoint, ticket, action) throws(Fault) in
      endpoint.finish(ticket, state: action)
    }
    try await viewState.install("Lists", ScriptedFeature(script: echo))
    await viewState.supervise(on: Supervision(blockedSeconds: 60, deadlineSeconds: 60))
    let events = viewState.events()
    for _ in 0..<100 { _ = try await viewState.trigger("[1]") }
    await viewState.idle()
    events.finish()
    for await event in events {
      if case .log = event.kind { Issue.record("\(event)") }
    }
  }
}
