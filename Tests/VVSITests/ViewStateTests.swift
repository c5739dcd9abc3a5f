import Synchronization
import Testing
import VVSI

@Suite struct ViewStateTests {
  @Test func showsWhatAnActionChanged() async {
    let viewState = ViewState(Shelf.State(), Shelf.Interactor())
    await viewState.trigger(.add).settled()
    #expect(viewState.state.items == ["new"])
  }

  @Test func keepsALimitUnderThousandsOfConcurrentActions() async {
    let viewState = ViewState(Shelf.State(), Shelf.Interactor())
    let refused = Atomic(0)
    let subscription = viewState.notifications.sink { _ in
      refused.add(1, ordering: .relaxed)
    }
    await withTaskGroup { group in
      for _ in 0..<4000 { group.addTask { _ = await viewState.trigger(.add).settled() } }
    }
    #expect(viewState.state.items.count == 5)
    #expect(refused.load(ordering: .relaxed) == 3995)
    subscription.cancel()
  }

  @Test func publishesEachChangeOnceInOrder() async {
    let viewState = ViewState(Meter.State(), Meter(gate: Gate()))
    let seen = Guarded<[Int]>([])
    let subscription = viewState.$state.sink { state in seen.withLock { $0.append(state.value) } }
    await withTaskGroup { group in
      for index in 0..<2000 {
        group.addTask { _ = await viewState.trigger(.add(index % 2)).settled() }
      }
    }
    // The present state first; of the actions half change nothing.
    #expect(seen.withLock { $0 } == Array(0...1000))
    subscription.cancel()
  }

  @Test func settlesSynchronously() {
    let viewState = ViewState(Meter.State(), Meter(gate: Gate()))
    viewState.trigger(.add(3))
    #expect(viewState.state.value == 3)
  }

  @Test func queuesNestedActions() {
    let viewState = ViewState(Meter.State(), Meter(gate: Gate()))
    viewState.trigger(.chain(3))
    #expect(viewState.state.log == ["3", "2", "1", "0"])
  }

  @Test func takesActionsFromASubscriber() async {
    let viewState = ViewState(Meter.State(), Meter(gate: Gate()))
    let subscription = viewState.$state.sink { state in
      if state.value < 10 { viewState.trigger(.add(1)) }
    }
    while viewState.state.value < 10 { await Task.yield() }
    #expect(viewState.state.value == 10)
    subscription.cancel()
  }

  /// Each is triggered by the other's subscribers while it is changed by an effect: nobody may wait for both.
  @Test func canTriggerEachOtherFromManyThreads() async {
    let gate = Gate()
    await gate.open()
    let one = ViewState(Meter.State(), Meter(gate: gate))
    let other = ViewState(Meter.State(), Meter(gate: gate))
    let (isDone, done) = AsyncStream.makeStream(of: Void.self)
    func pass(_ state: Meter.State, to next: ViewState<Meter>) {
      guard state.log.count < 200 else { return done.finish() }
      next.trigger(.wait(name: "\(state.log.count)"))
    }
    let subscriptions = [
      one.$state.sink { pass($0, to: other) }, other.$state.sink { pass($0, to: one) },
    ]
    for await _ in isDone {}
    for subscription in subscriptions { subscription.cancel() }
    #expect(max(one.state.value, other.state.value) >= 200)
  }

  @Test func canBeReadInsideAChange() async {
    let viewState = ViewState(Shelf.State(), Shelf.Interactor())
    let seen = Guarded<[Int]>([])
    let subscription = viewState.$state.sink { _ in
      let count = viewState.state.items.count
      seen.withLock { $0.append(count) }
    }
    await viewState.trigger(.add).settled()
    #expect(seen.withLock { $0 } == [0, 1])
    subscription.cancel()
  }

  @Test func returnsTheErrorOfAnAction() async {
    let viewState = ViewState(Meter.State(), Meter(gate: Gate()))
    let surfaced = Guarded<[String]>([])
    let subscription = viewState.failures.sink { error in
      surfaced.withLock { $0.append("\(error)") }
    }
    #expect(await viewState.trigger(.addThenRefuse).settled() as? Meter.Refused == Meter.Refused())
    #expect(await viewState.trigger(.failLater).settled() as? Meter.Refused == Meter.Refused())
    #expect(await viewState.trigger(.add(1)).settled() == nil)
    #expect(surfaced.withLock { $0 } == ["Refused()", "Refused()"])
    subscription.cancel()
  }

  @Test func isNotKeptAliveByWhatItStarted() async {
    let gate = Gate()
    var viewState: ViewState<Meter>? = ViewState(Meter.State(), Meter(gate: gate))
    weak let released = viewState
    let triggered = viewState?.trigger(.wait(name: "a"))
    await gate.arrivals(1)
    viewState = nil
    #expect(released == nil)
    await gate.open()
    #expect(await triggered?.settled() == nil)
  }

  @Test func stopsWaitingWhenTheWaitIsCancelled() async {
    let gate = Gate()
    let viewState = ViewState(Meter.State(), Meter(gate: gate))
    let triggered = viewState.trigger(.wait(name: "a"))
    let wait = Task { await triggered.settled() }
    wait.cancel()
    #expect(await wait.value is CancellationError)
    await gate.open()
    #expect(await triggered.settled() == nil)
  }

  @Test func streamsItsStates() async {
    let viewState = ViewState(Meter.State(), Meter(gate: Gate()))
    var states = viewState.$state.values.makeAsyncIterator()
    #expect(await states.next()?.value == 0)
    viewState.trigger(.add(1))
    viewState.trigger(.add(1))
    #expect(await states.next()?.value == 1)
    #expect(await states.next()?.value == 2)
  }

  @Test @MainActor func canBeTriggeredOnTheMainActor() async {
    let viewState = ViewState(Shelf.State(), Shelf.Interactor())
    viewState.trigger(.add)
    await viewState.trigger(.add).settled()
    #expect(viewState.state.items == ["new", "new"])
  }

  @Test func keepsTheOrderOfPublishedActions() async {
    let viewState = ViewState(Shelf.State(), Recording())
    var last = viewState.trigger(.nothing)
    for index in 0..<3000 { last = viewState.trigger(.fill(.init(count: index))) }
    await last.settled()
    #expect(viewState.state.items == (0..<3000).map(String.init))
  }

  /// Waits inside `execute`, so that the next action must not begin before.
  private final class Recording: ViewStateInteractorProtocol {
    let notifications = PassthroughSubject<Never, Never>()

    func execute(
      _ state: @escaping CurrentState<Shelf.State>, _ action: Shelf.Action,
      _ updater: @escaping StateUpdater<Shelf.State>
    ) async {
      guard case .fill(let options) = action else { return }
      await Task.yield()
      await updater { $0.items.append("\(options.count)") }
    }
  }
}
