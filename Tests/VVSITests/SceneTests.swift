import Testing
import VVSI

@Suite struct SceneTests {
  let host: FakeHost

  init() throws {
    host = try FakeHost([Feature("greeting") { Greeting.assemble() }])
  }

  @Test func goesRoundItsCycle() async throws {
    let scene = try host.create("greeting")
    try await scene.run(#"{"greet":{"_0":{"name":"Ada"}}}"#)
    #expect(
      scene.recorder.entries.suffix(3) == [
        .commit(1, #"{"text":"Hello, Ada!","loaded":1}"#), .notify(1, #""Hello, Ada!""#),
        .settle(1),
      ])
  }

  @Test func loadsItsViewOnce() throws {
    #expect(try host.create("greeting").state == #"{"text":"","loaded":1}"#)
    #expect(
      try host.create("greeting", state: #"{"text":"x","loaded":4}"#).state
        == #"{"text":"x","loaded":5}"#)
  }

  @Test func failsVisibly() async throws {
    let scene = try host.create("greeting")
    try await scene.run(#"{"greet":{"_0":{"name":""}}}"#, #"{"failLater":{}}"#)
    #expect(
      scene.recorder.entries.suffix(4) == [
        .fail(1, code: "failed", path: "", message: "Nameless()"), .settle(1),
        .fail(2, code: "failed", path: "", message: "Nameless()"), .settle(2),
      ])
  }

  @Test func attributesWhatItsTasksDo() async throws {
    let scene = try host.create("greeting")
    for _ in 0..<200 { try scene.trigger(#"{"greetTwice":{"_0":{"name":"Ada"}}}"#) }
    await scene.recorder.settled(count: 200)
    for ticket in UInt64(1)...200 {
      let own = scene.recorder.entries.filter {
        if case .notify(ticket, _) = $0 { true } else { $0 == .settle(ticket) }
      }
      #expect(
        own == [
          .notify(ticket, #""Hello, Ada!""#), .notify(ticket, #""Hello, Ada again!""#),
          .settle(ticket),
        ])
    }
  }

  @Test func asksToBeLedElsewhere() async throws {
    let scene = try host.create("greeting")
    try await scene.run(#"{"leave":{}}"#)
    #expect(
      scene.recorder.entries.suffix(2) == [
        .route(1, #"{"feature":"list","to":"top","payload":{"n":1}}"#), .settle(1),
      ])
  }

  @Test func worksWithoutAHost() throws {
    let view = Greeting.assemble()
    var notifications: [String] = []
    let subscription = view.screen.notifications.sink { notifications.append($0) }
    try view.perform(.greet(.init(name: "Bo")))
    #expect(view.screen.state.text == "Hello, Bo!")
    #expect(notifications == ["Hello, Bo!"])
    subscription.cancel()
  }

  @Test func defersAChangeInsideAChange() {
    let screen = Screen<Int, Never>(1)
    screen.show { state in
      state += 1
      screen.show { $0 *= 10 }
    }
    #expect(screen.state == 20)
  }
}
