#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Dispatch
import Synchronization
import Testing
import VVSIHost

@Suite struct ViewStateTests {
  private let echo: ScriptedFeature.Script = { (endpoint, ticket, action) throws(Fault) in
    endpoint.finish(ticket, state: action)
  }

  @Test func tellsTheFirstStateOfALoadedFeature() async throws {
    let viewState = ViewState()
    let events = viewState.events()
    try await viewState.install("Lists", ScriptedFeature(script: echo))
    #expect(await events.words(2) == ["loaded Lists 1", "state list - v0 []"])
  }

  @Test func tellsWhatAnActionDoesInOrder() async throws {
    let viewState = ViewState()
    try await viewState.install("Lists", ScriptedFeature(script: echo))
    let events = viewState.events()
    _ = try await viewState.trigger("[1]")
    #expect(
      await events.words(3) == ["triggered list 1 [1]", "state list 1 v1 [1]", "settled list 1"])
    #expect(try await viewState.state() == "[1]")
  }

  @Test func whoLearnsOfAnEndHasTheEventsBeforeIt() async throws {
    let viewState = ViewState()
    try await viewState.install("Lists", ScriptedFeature(script: echo))
    for number in 1...200 {
      let events = viewState.events()
      let ticket = try await viewState.trigger("[\(number)]")
      _ = await viewState.settlement(of: ticket)
      events.finish()
      #expect(
        await events.words(3) == [
          "triggered list \(number) [\(number)]", "state list \(number) v\(number) [\(number)]",
          "settled list \(number)",
        ])
    }
  }

  @Test func aLargeStateThatChangesAllTheTimeDoesNotStallOthers() async throws {
    let viewState = ViewState()
    let large = "[" + String(repeating: "1,", count: 500_000) + "1]"
    // The last hundred wait, so that the small feature comes before them however busy the machine is.
    let (gate, count) = (DispatchSemaphore(value: 0), Guarded(0))
    try await viewState.install(
      "Lists",
      ScriptedFeature("large") { (endpoint, ticket, _) throws(Fault) in
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == 900 { gate.wait() }
        endpoint.finish(ticket, state: large)
      }, ScriptedFeature("small", script: echo))
    let events = viewState.events(byteLimit: 4 << 20)
    let (big, small) = (InstanceName(feature: "large"), InstanceName(feature: "small"))
    var last = Ticket(0)
    for _ in 0..<1_000 { last = try await viewState.trigger(big, action: []) }
    let ticket = try await viewState.trigger(small, action: Array("[1]".utf8))
    guard case .settled = await viewState.settlement(of: ticket) else {
      gate.signal()
      Issue.record("the small feature's action did not settle")
      return
    }
    #expect(try await viewState.snapshot(of: big).waiting > 0)
    gate.signal()
    guard case .settled = await viewState.settlement(of: last) else {
      Issue.record("the large feature's actions did not settle")
      return
    }
    #expect(try await viewState.snapshot(of: big).version == 1_000)
    events.finish()
  }

  @Test func numbersEventsWithoutGaps() async throws {
    let viewState = ViewState()
    let events = viewState.events()
    try await viewState.install("Lists", ScriptedFeature(script: echo))
    for number in 0..<100 { _ = try await viewState.trigger("[\(number)]") }
    await viewState.idle()
    events.finish()
    var expected: UInt64 = 1
    for await event in events {
      #expect(event.sequence == expected)
      expected += 1
    }
    #expect(expected == 303)
  }

  @Test func tellsWhatWasSaidInItsOrderAndBeforeWhatIsAskedAfterwards() async {
    let viewState = ViewState()
    let events = viewState.events()
    let lines = (0..<1_000).map(String.init)
    for line in lines {
      viewState.post(.log(plugin: "Lists", level: .information, message: line))
    }
    #expect(await viewState.sequence == 1_000)
    events.finish()
    var told: [String] = []
    for await event in events {
      if case .log(_, _, let message) = event.kind { told.append(message) }
    }
    #expect(told == lines)
  }

  @Test func runsActionsOfAnInstanceInTheOrderTriggered() async throws {
    let seen = Guarded<[String]>([])
    let viewState = ViewState()
    try await viewState.install(
      "Lists",
      ScriptedFeature { (endpoint, ticket, action) throws(Fault) in
        seen.withLock { $0.append(action) }
        endpoint.finish(ticket, state: action)
      })
    let expected = (0..<5_000).map(String.init)
    for action in expected { _ = try await viewState.trigger(action) }
    await viewState.idle()
    #expect(seen.withLock { $0 } == expected)
  }

  @Test func givesEveryConcurrentTriggerItsOwnTicketAndEnd() async throws {
    let count = Guarded(0)
    let viewState = ViewState()
    try await viewState.install(
      "Lists",
      ScriptedFeature { (endpoint, ticket, _) throws(Fault) in
        let number = count.withLock { count in
          count += 1
          return count
        }
        endpoint.finish(ticket, state: "\(number)")
      })
    let settlements = try await withThrowingTaskGroup(of: (Ticket, Settlement).self) { group in
      for _ in 0..<4_000 {
        group.addTask {
          let ticket = try await viewState.trigger("add")
          return (ticket, await viewState.settlement(of: ticket))
        }
      }
      return try await group.reduce(into: [Ticket: Settlement]()) { $0[$1.0] = $1.1 }
    }
    #expect(settlements.count == 4_000)
    #expect(
      settlements.values.allSatisfy { if case .settled = $0 { true } else { false } })
    #expect(try await viewState.state() == "4000")
  }

  @Test func queuesAnActionThatAFeatureTriggersItself() async throws {
    let viewState = ViewState()
    try await viewState.install(
      "Lists",
      ScriptedFeature { (endpoint, ticket, action) throws(Fault) in
        if action == "outer" { endpoint.report(.triggered(action: Array("inner".utf8))) }
        endpoint.finish(ticket, state: "\"\(action)\"")
      })
    let events = viewState.events()
    _ = try await viewState.trigger("outer")
    let words = await events.words { $0.words == "settled list 2" }
    #expect(
      words.filter { !$0.hasPrefix("triggered") } == [
        "state list 1 v1 \"outer\"", "settled list 1", "state list 2 v2 \"inner\"",
        "settled list 2",
      ])
  }

  @Test func oneBlockedFeatureDelaysNoOther() async throws {
    let gate = Guarded<Ticket?>(nil)
    let viewState = ViewState()
    let (blocked, isBlocked) = AsyncStream<Void>.makeStream()
    let release = Gate()
    try await viewState.install(
      "Both",
      ScriptedFeature("slow") { (endpoint, ticket, _) throws(Fault) in
        gate.withLock { $0 = ticket }
        isBlocked.yield()
        release.wait()
        endpoint.finish(ticket, state: "1")
      }, ScriptedFeature(script: echo))
    let slow = try await viewState.trigger("go", at: "slow")
    for await _ in blocked { break }
    let quick = try await viewState.trigger("[2]")
    guard case .settled = await viewState.settlement(of: quick) else {
      Issue.record("the other feature did not answer")
      return
    }
    #expect(try await viewState.snapshot(of: InstanceName(feature: "slow")).running == 1)
    release.open()
    guard case .settled = await viewState.settlement(of: slow) else {
      Issue.record("the slow feature did not settle")
      return
    }
  }

  @Test func hundredsOfCallsThatDoNotReturnKeepNoOtherFeatureWaiting() async throws {
    let viewState = ViewState(supervision: Supervision(blockedSeconds: 0.01))
    let release = Awaited(false)
    try await viewState.install(
      "Both",
      ScriptedFeature("slow") { (endpoint, ticket, action) throws(Fault) in
        release.wait { $0 ? () : nil }
        endpoint.finish(ticket, state: action)
      },
      ScriptedFeature { (endpoint, ticket, action) throws(Fault) in
        endpoint.finish(ticket, state: action)
      })
    let events = viewState.events()
    for _ in 0..<300 {
      let name = try await viewState.open("slow")
      _ = try await viewState.trigger(name, action: Array("[1]".utf8))
    }
    let quick = try await viewState.trigger("[2]")
    guard case .settled = await viewState.settlement(of: quick) else {
      Issue.record("the other feature did not answer")
      return
    }
    var reported: Set<String> = []
    for await event in events {
      if case .log(_, .warning, let message) = event.kind { reported.insert(message) }
      if reported.count == 300 { break }
    }
    release.change { $0 = true }
    await viewState.idle()
  }

  @Test func refusesMoreThanAMailboxHolds() async throws {
    let viewState = ViewState(limits: Limits(mailbox: 3))
    let release = Gate()
    let (blocked, isBlocked) = AsyncStream<Void>.makeStream()
    try await viewState.install(
      "Lists",
      ScriptedFeature { (endpoint, ticket, action) throws(Fault) in
        if action == "block" {
          isBlocked.yield()
          release.wait()
        }
        endpoint.finish(ticket, state: action)
      })
    _ = try await viewState.trigger("block")
    for await _ in blocked { break }
    for _ in 0..<3 { _ = try await viewState.trigger("[]") }
    let name = InstanceName(feature: "list")
    await #expect(throws: Rejection.mailboxFull(name, limit: 3)) {
      try await viewState.trigger("[]")
    }
    release.open()
    await viewState.idle()
    _ = try await viewState.trigger("[]")
  }

  @Test func rejectsWhatTheFeatureDoesNotUnderstand() async throws {
    let viewState = ViewState()
    try await viewState.install(
      "Lists",
      ScriptedFeature { (_, _, _) throws(Fault) in
        throw Fault(code: "invalid_payload", path: "/add", message: "expected less")
      })
    let events = viewState.events()
    let ticket = try await viewState.trigger("{}")
    let fault = Fault(code: "invalid_payload", path: "/add", message: "expected less")
    #expect(await viewState.settlement(of: ticket) == .rejected(.fault(fault)))
    #expect(await events.words(2).last == "rejected list 1 invalid_payload")
  }

  @Test func namesTheFeaturesThatThereAre() async throws {
    let viewState = ViewState()
    try await viewState.install("Lists", ScriptedFeature(script: echo))
    let events = viewState.events()
    await #expect(throws: Rejection.unknownFeature("lsit", known: ["list"])) {
      try await viewState.trigger("[]", at: "lsit")
    }
    #expect(await events.words(1) == ["rejected lsit - unknown_feature"])
    let second = InstanceName(feature: "list", number: 2)
    await #expect(
      throws: Rejection.unknownInstance(second, open: [InstanceName(feature: "list")])
    ) { try await viewState.trigger("[]", at: "list#2") }
  }

  @Test func refusesAnActionThatIsTooLarge() async throws {
    let viewState = ViewState(limits: Limits(actionBytes: 8))
    try await viewState.install("Lists", ScriptedFeature(script: echo))
    await #expect(throws: Rejection.tooLarge(bytes: 9, limit: 8)) {
      try await viewState.trigger("123456789")
    }
  }

  @Test func keepsTheFailureOfAnActionUntilItSettles() async throws {
    let viewState = ViewState()
    let fault = Fault(code: "failed", message: "no luck")
    try await viewState.install(
      "Lists",
      ScriptedFeature { (endpoint, ticket, _) throws(Fault) in
        endpoint.report(.failed(ticket, fault))
        endpoint.report(.settled(ticket))
      })
    let ticket = try await viewState.trigger("{}")
    guard case .failed(fault, _) = await viewState.settlement(of: ticket) else {
      Issue.record("the failure was lost")
      return
    }
  }

  @Test func endsAWaitThatIsCancelledButNotTheAction() async throws {
    let viewState = ViewState()
    try await viewState.install("Lists", ScriptedFeature { (_, _, _) throws(Fault) in })
    let ticket = try await viewState.trigger("{}")
    let wait = Task { await viewState.settlement(of: ticket) }
    wait.cancel()
    #expect(await wait.value == .unfinished)
    #expect(try await viewState.snapshot(of: InstanceName(feature: "list")).running == 1)
  }

  @Test func blamesAPluginThatSettlesTwice() async throws {
    let viewState = ViewState()
    try await viewState.install(
      "Lists",
      ScriptedFeature { (endpoint, ticket, _) throws(Fault) in
        endpoint.report(.settled(ticket))
        endpoint.report(.settled(ticket))
      })
    let events = viewState.events()
    _ = try await viewState.trigger("{}")
    #expect(await events.words(3).last == "log Lists error")
  }
}

/// Blocks a thread until it is opened; for code that must block.
final class Gate: Sendable {
  private let isOpen = Guarded(false)

  func open() { isOpen.withLock { $0 = true } }

  func wait() {
    while !isOpen.withLock({ $0 }) { sched_yield() }
  }
}
