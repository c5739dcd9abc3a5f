import Testing
import VVSI

/// What must hold however many threads are at it.
@Suite struct ConcurrencyTests {
  @Test func commitsInOrderAndSettlesEach() async throws {
    let host = try FakeHost([Shelf.feature])
    let shelf = try host.create("shelf")
    await withTaskGroup { group in
      for index in 0..<4000 {
        group.addTask {
          _ = try? shelf.trigger(index.isMultiple(of: 2) ? #"{"add":{}}"# : #"{"remove":{}}"#)
        }
      }
    }
    await shelf.recorder.settled(count: 4000)
    // Each change adds or takes one item, so that neighbours in the right order differ by one.
    let counts = [0] + shelf.recorder.states.map { $0.split(separator: "new").count - 1 }
    #expect(zip(counts, counts.dropFirst()).allSatisfy { abs($0 - $1) == 1 })
    #expect(counts.allSatisfy { 0...5 ~= $0 })
    #expect(shelf.recorder.states.last == (try shelf.state))
    let settled = shelf.recorder.entries.compactMap { entry in
      if case .settle(let ticket) = entry { ticket } else { nil }
    }
    #expect(settled.sorted() == Array(1...4000))
  }

  @Test func saysNothingAfterDestroy() async throws {
    let host = try FakeHost([Shelf.feature])
    for _ in 0..<200 {
      let shelf = try host.create("shelf")
      for _ in 0..<20 { try shelf.trigger(#"{"addDetached":{}}"#) }
      shelf.destroy()
      let count = shelf.recorder.entries.count
      for _ in 0..<20 { await Task.yield() }
      #expect(shelf.recorder.entries.count == count)
    }
  }

  @Test func effectsOfManyActionsChangeOneStateAtomically() async throws {
    let gate = Gate()
    await gate.open()
    let host = try FakeHost([Feature("meter", state: Meter.State()) { Meter(gate: gate) }])
    let meter = try host.create("meter")
    await withTaskGroup { group in
      for index in 0..<400 {
        group.addTask { _ = try? meter.trigger(#"{"wait":{"name":"\#(index)"}}"#) }
      }
    }
    await meter.recorder.settled(count: 400)
    #expect(meter.recorder.states.count == 400)
    #expect(try meter.state.hasPrefix(#"{"value":400,"#))
  }

  @Test func anIntentRendersOneStateAtATime() async throws {
    let view = IntentViewController<Flood>()
    let relay = PublishRelay<Flood.State>()
    let counting = Counting()
    counting.intent = Flood(stateObserver: relay)
    await withTaskGroup { group in
      for index in 0..<2000 { group.addTask { relay.accept(.init(number: index)) } }
    }
    #expect(counting.count == 2000)
    view.intent = nil
  }

  @Test func aSubjectSendsEachSubscriberOneValueAtATime() async {
    let subject = PassthroughSubject<Int, Never>()
    let counter = Counter()
    let subscription = subject.sink { counter.add($0) }
    await withTaskGroup { group in
      for _ in 0..<4000 { group.addTask { subject.send(1) } }
    }
    #expect(counter.sum == 4000)
    subscription.cancel()
    subject.send(1)
    #expect(counter.sum == 4000)
  }

  /// Not safe by itself: the sanitizer would tell if two threads met here.
  private final class Counter: @unchecked Sendable {
    private(set) var sum = 0

    func add(_ value: Int) {
      sum += value
    }
  }

  private struct Flood: Intent {
    struct State: ModelState {
      var number: Int
    }

    var disposeBag = DisposeBag()
    var stateObserver = PublishRelay<State>()
  }

  private final class Counting: IntentViewController<Flood>, @unchecked Sendable {
    private(set) var count = 0

    override func renderBy(_ state: Flood.State) {
      count += 1
    }
  }
}
