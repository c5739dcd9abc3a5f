import Testing
import VVSI

@Suite struct InteractorFormTests {
  let host: FakeHost

  init() throws {
    host = try FakeHost([
      Feature("main", state: Forms.State()) { Forms.OnMainActor() },
      Feature("main-type", state: Forms.State()) { Forms.MainActorType() },
      Feature("actor", state: Forms.State()) { Forms.Actor() },
      Feature("struct") { Forms.Structure() },
      Feature("late", state: Forms.State()) { Forms.Late() },
      Feature("keeper", state: Forms.State()) { Forms.Keeper() },
    ])
  }

  @Test func honoursTheMainActor() async throws {
    let instance = try host.create("main")
    try await instance.run(#"{"add":{"_0":4}}"#)
    #expect(
      instance.recorder.entries == [
        .commit(1, #"{"values":[4]}"#), .notify(1, #""1""#), .settle(1),
      ])
  }

  @Test func acceptsATypeOfTheMainActor() async throws {
    let instance = try host.create("main-type")
    try await instance.run(#"{"add":{"_0":4}}"#, #"{"add":{"_0":5}}"#)
    #expect(try instance.state == #"{"values":[4,9]}"#)
  }

  @Test func acceptsAnActor() async throws {
    let instance = try host.create("actor")
    for value in 1...1000 { try instance.trigger(#"{"add":{"_0":\#(value)}}"#) }
    await instance.recorder.settled(count: 1000)
    var total = 0
    let totals = (1...1000).map { value in
      total += value
      return "\(total)"
    }
    #expect(try instance.state == #"{"values":[\#(totals.joined(separator: ","))]}"#)
  }

  @Test func acceptsAStructWithAnInitialState() async throws {
    let instance = try host.create("struct")
    try await instance.run(#"{"add":{"_0":4}}"#)
    #expect(try instance.state == #"{"values":[1,5]}"#)
  }

  @Test(arguments: ["actor", "struct"])
  func failsAnActionThatThrows(_ feature: String) async throws {
    let instance = try host.create(feature)
    try await instance.run(#"{"refuse":{}}"#)
    #expect(
      instance.recorder.entries == [
        .fail(1, code: "failed", path: "", message: "Refused()"), .settle(1),
      ])
  }

  @Test func reportsErrorsOfTasks() async throws {
    let instance = try host.create("late")
    try await instance.run(#"{"add":{"_0":1}}"#, #"{"refuse":{}}"#)
    #expect(
      instance.recorder.entries == [
        .fail(1, code: "failed", path: "", message: "Refused()"), .settle(1),
        .commit(2, #"{"values":[1]}"#),
        .fail(2, code: "failed", path: "", message: "Refused()"), .settle(2),
      ])
  }

  @Test func staysOpenWhileAnUpdaterIsKept() async throws {
    let instance = try host.create("keeper")
    let first = try instance.trigger(#"{"add":{"_0":1}}"#)
    await instance.recorder.wait { !$0.entries.isEmpty }
    #expect(instance.recorder.entries == [.commit(first, #"{"values":[1]}"#)])
    try await instance.run(#"{"refuse":{}}"#)
    await instance.recorder.settled(first)
    #expect(
      instance.recorder.entries[1] == .commit(first, #"{"values":[1,-1]}"#))
  }
}
