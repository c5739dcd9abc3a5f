import Testing

@testable import VVSI

@Suite struct HostedInteractorTests {
  let host: FakeHost

  init() throws {
    host = try FakeHost([Shelf.feature])
  }

  @Test func startsWithItsState() throws {
    #expect(host.hasStarted)
    #expect(try host.create("shelf").state == #"{"items":[]}"#)
    #expect(
      try host.create("shelf", state: #"{"items":["a"]}"#).state == #"{"items":["a"]}"#)
  }

  @Test func commitsThenSettles() async throws {
    let shelf = try host.create("shelf")
    try await shelf.run(#"{"add":{}}"#)
    #expect(shelf.recorder.entries == [.commit(1, #"{"items":["new"]}"#), .settle(1)])
  }

  @Test func keepsALimitUnderManyQuickActions() async throws {
    let shelf = try host.create("shelf")
    for _ in 0..<20 { try shelf.trigger(#"{"add":{}}"#) }
    await shelf.recorder.settled(count: 20)
    #expect(try shelf.state == #"{"items":["new","new","new","new","new"]}"#)
    #expect(shelf.recorder.notifications.count == 15)
  }

  @Test func doesNotCommitAnEqualState() async throws {
    let shelf = try host.create("shelf")
    try await shelf.run(#"{"nothing":{}}"#)
    #expect(shelf.recorder.entries == [.settle(1)])
  }

  @Test func settlesDetachedTasks() async throws {
    let shelf = try host.create("shelf")
    try await shelf.run(#"{"addDetached":{}}"#, #"{"remove":{}}"#)
    #expect(
      shelf.recorder.entries == [
        .commit(1, #"{"items":["new"]}"#), .settle(1), .commit(2, #"{"items":[]}"#), .settle(2),
      ])
  }

  @Test func attributesWhatDetachedTasksSend() async throws {
    let shelf = try host.create("shelf", state: #"{"items":["a","b","c","d","e"]}"#)
    for _ in 0..<200 { try shelf.trigger(#"{"addDetached":{}}"#) }
    await shelf.recorder.settled(count: 200)
    let tickets = shelf.recorder.entries.compactMap { entry in
      if case .notify(let ticket, _) = entry { ticket } else { nil }
    }
    #expect(tickets.sorted() == Array(1...200))
  }

  @Test func isSilentOnceDestroyed() async throws {
    let shelf = try host.create("shelf")
    try await shelf.run(#"{"add":{}}"#)
    try shelf.trigger(#"{"sleep":{}}"#)
    shelf.destroy()
    #expect(shelf.recorder.entries == [.commit(1, #"{"items":["new"]}"#), .settle(1)])
  }
}
