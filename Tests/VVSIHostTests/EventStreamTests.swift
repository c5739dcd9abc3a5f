import Testing
import VVSIHost

@Suite struct EventStreamTests {
  @Test func aSlowReaderLosesItsOldestEventsAndIsTold() async {
    let viewState = ViewState()
    let slow = viewState.events(countLimit: 3)
    let other = viewState.events()
    for number in 0..<10 { await viewState.publish(.unloaded(plugin: "\(number)")) }
    #expect(await slow.words(4) == ["dropped 7", "unloaded 7", "unloaded 8", "unloaded 9"])
    #expect(await other.words(10).count == 10)
  }

  @Test func aReaderHoldsNoMoreBytesThanItsLimit() async {
    let viewState = ViewState()
    let stream = viewState.events(byteLimit: 10_000)
    let line = String(repeating: "x", count: 4_000)
    for _ in 0..<10 {
      await viewState.publish(.log(plugin: "p", level: .debug, message: line))
    }
    #expect(await stream.words(3) == ["dropped 8", "log p debug", "log p debug"])
  }

  @Test func endsForAReaderThatIsCancelled() async {
    let viewState = ViewState()
    let stream = viewState.events()
    let reading = Task { await stream.next() }
    reading.cancel()
    #expect(await reading.value == nil)
  }

  @Test func aReaderWhoAsksGetsTheFirstAndTheLastOfManyStates() async throws {
    let viewState = ViewState()
    let events = viewState.events(statesEvery: .seconds(3_600))
    for number in 1...1_000 { await publish(number, in: viewState) }
    await viewState.publish(.unloaded(plugin: "other"))
    events.finish()
    #expect(
      await events.words { _ in false } == [
        "state list - v1 1", "unloaded other", "state list - v1000 1000",
      ])
  }

  @Test func aHeldStateComesWhenItsTurnIsThere() async throws {
    let viewState = ViewState()
    let events = viewState.events(statesEvery: .milliseconds(5))
    for number in 1...100 { await publish(number, in: viewState) }
    let words = await events.words { event in
      if case .state(_, _, 100, _) = event.kind { true } else { false }
    }
    #expect(words.last == "state list - v100 100")
  }

  private func publish(_ number: Int, in viewState: ViewState) async {
    await viewState.publish(
      .state(
        feature: InstanceName(feature: "list"), ticket: nil, version: UInt64(number),
        state: Array("\(number)".utf8)))
  }

  @Test func endsWhenFinished() async {
    let viewState = ViewState()
    let stream = viewState.events()
    await viewState.publish(.unloaded(plugin: "a"))
    stream.finish()
    #expect(await stream.next()?.words == "unloaded a")
    #expect(await stream.next() == nil)
  }
}
