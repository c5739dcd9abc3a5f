import Testing
import VVSI

@Suite struct IntentTests {
  let host: FakeHost

  init() throws {
    host = try FakeHost([Feature("dial") { DialViewController() }])
  }

  @Test func rendersWhatTheIntentAnswers() async throws {
    let dial = try host.create("dial")
    try await dial.run(#"{"turn":{}}"#)
    #expect(
      dial.recorder.entries.suffix(2) == [
        .commit(1, #"{"value":1,"layouts":1}"#), .settle(1),
      ])
  }

  @Test func settlesBeforeTriggerReturns() throws {
    let dial = try host.create("dial")
    try dial.trigger(#"{"turn":{}}"#)
    #expect(dial.recorder.entries.last == .settle(1))
  }

  @Test func notifiesAtTheEnd() async throws {
    let dial = try host.create("dial")
    for _ in 0..<4 { try await dial.run(#"{"turn":{}}"#) }
    #expect(dial.recorder.entries.suffix(2) == [.notify(4, #""stuck""#), .settle(4)])
  }

  @Test func waitsForTheTasksOfAnIntent() async throws {
    let dial = try host.create("dial")
    try await dial.run(#"{"turnInTask":{}}"#)
    #expect(
      dial.recorder.entries.suffix(2) == [
        .commit(1, #"{"value":7,"layouts":1}"#), .settle(1),
      ])
  }

  @Test func unbindsTheIntentBefore() async throws {
    let dial = try host.create("dial")
    try await dial.run(#"{"replaceIntent":{}}"#, #"{"turn":{}}"#)
    #expect(try dial.state == #"{"value":1,"layouts":2}"#)
  }

  @Test func losesNoStateSentWhileItIsBound() {
    let view = DialViewController()
    view.currentValue = 2
    view.loadViewIfNeeded()
    #expect(view.screen.state == .init(value: 2, layouts: 1))
  }

  @Test func loadsItsViewOnce() {
    let view = DialViewController()
    view.loadViewIfNeeded()
    view.loadViewIfNeeded()
    #expect(view.loads == 1)
  }

  @Test func ignoresAReplacedIntent() {
    let view = DialViewController()
    view.loadViewIfNeeded()
    let old = view.intent
    view.intent = DialIntent()
    old?.stateObserver.accept(.turned(9))
    #expect(view.screen.state.value == 0)
  }

  @Test func isFreedWhenItsInstanceIsDestroyed() throws {
    let made = Made()
    let host = try FakeHost([Feature("dial") { made.keep(DialViewController()) }])
    let dial = try host.create("dial")
    #expect(made.view != nil)
    try dial.trigger(#"{"turn":{}}"#)
    dial.destroy()
    #expect(made.view == nil)
  }

  @Test func isNotKeptAliveByItsIntent() {
    let relay = PublishRelay<DialState>()
    weak var released: IntentViewController<DialIntent>?
    do {
      let view = IntentViewController<DialIntent>()
      view.intent = DialIntent(stateObserver: relay)
      released = view
    }
    #expect(released == nil)
    relay.accept(.stuck)
  }

  private final class Made: @unchecked Sendable {
    weak var view: DialViewController?

    func keep(_ view: DialViewController) -> DialViewController {
      self.view = view
      return view
    }
  }
}
