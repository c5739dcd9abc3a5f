import Testing
import VVSI

@Suite struct SynchronousInteractorTests {
  let gate = Gate()
  let host: FakeHost

  init() throws {
    let gate = gate
    host = try FakeHost([Feature("meter", state: Meter.State()) { Meter(gate: gate) }])
  }

  @Test func settlesBeforeTriggerReturns() throws {
    let meter = try host.create("meter")
    try meter.trigger(#"{"add":{"_0":2}}"#)
    #expect(
      meter.recorder.entries == [.commit(1, #"{"value":2,"log":[]}"#), .settle(1)])
  }

  @Test func leavesTheStateAloneWhenItThrows() throws {
    let meter = try host.create("meter")
    try meter.trigger(#"{"add":{"_0":2}}"#)
    try meter.trigger(#"{"addThenRefuse":{}}"#)
    #expect(try meter.state == #"{"value":2,"log":[]}"#)
    #expect(
      meter.recorder.entries.suffix(2) == [
        .fail(2, code: "failed", path: "", message: "Refused()"), .settle(2),
      ])
  }

  @Test func staysOpenUntilItsEffectsEnd() async throws {
    let meter = try host.create("meter")
    try meter.trigger(#"{"wait":{"name":"a"}}"#)
    await gate.arrivals(1)
    #expect(meter.recorder.entries.isEmpty)
    await gate.open()
    await meter.recorder.settled(1)
    #expect(
      meter.recorder.entries == [.commit(1, #"{"value":1,"log":["a"]}"#), .settle(1)])
  }

  @Test func replacesTheEffectInFlight() async throws {
    let meter = try host.create("meter")
    try meter.trigger(#"{"wait":{"name":"a"}}"#)
    await gate.arrivals(1)
    try meter.trigger(#"{"wait":{"name":"a"}}"#)
    await gate.arrivals(2)
    await gate.open()
    await meter.recorder.settled(1, 2)
    #expect(meter.recorder.states == [#"{"value":1,"log":["a"]}"#])
    #expect(meter.recorder.failures.isEmpty)
  }

  @Test func cancelsByIdAndByTicket() async throws {
    let meter = try host.create("meter")
    try meter.trigger(#"{"wait":{"name":"a"}}"#)
    let second = try meter.trigger(#"{"wait":{"name":"b"}}"#)
    try meter.trigger(#"{"wait":{"name":"c"}}"#)
    await gate.arrivals(3)
    try meter.trigger(#"{"stop":{"name":"a"}}"#)
    meter.cancel(second)
    await gate.open()
    await meter.recorder.settled(1, 2, 3, 4)
    #expect(meter.recorder.states == [#"{"value":1,"log":["c"]}"#])
    #expect(meter.recorder.failures.isEmpty)
  }

  @Test func reportsTheErrorOfAnEffect() async throws {
    let meter = try host.create("meter")
    try await meter.run(#"{"failLater":{}}"#)
    #expect(
      meter.recorder.entries == [
        .fail(1, code: "failed", path: "", message: "Refused()"), .settle(1),
      ])
  }

  @Test func attributesNotifications() throws {
    let meter = try host.create("meter")
    try meter.trigger(#"{"tell":{"_0":"x"}}"#)
    #expect(meter.recorder.entries == [.notify(1, #"{"told":{"_0":"x"}}"#), .settle(1)])
  }

  @Test func leavesItsOwnActionsToTheHost() throws {
    let meter = try host.create("meter")
    try meter.trigger(#"{"chain":{"_0":1}}"#)
    #expect(
      meter.recorder.entries == [
        .trigger(#"{"chain":{"_0":0}}"#), .commit(1, #"{"value":0,"log":["1"]}"#), .settle(1),
      ])
  }

  @Test func cancelsEffectsWhenDestroyed() async throws {
    let meter = try host.create("meter")
    try meter.trigger(#"{"wait":{"name":"a"}}"#)
    await gate.arrivals(1)
    meter.destroy()
    await gate.open()
    #expect(meter.recorder.entries.isEmpty)
  }
}
