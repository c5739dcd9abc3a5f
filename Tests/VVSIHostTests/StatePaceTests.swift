import Testing
import VVSIHost

@Suite struct StatePaceTests {
  private let start = ContinuousClock.now

  private func state(_ number: Int) -> Event {
    Event(sequence: UInt64(number), kind: .unloaded(plugin: "\(number)"))
  }

  private func name(_ number: Int) -> InstanceName { InstanceName(feature: "list", number: number) }

  @Test func letsTheFirstOneThroughAndThenTheLastOfEachInterval() {
    var pace = StatePace(interval: .seconds(10))
    #expect(pace.take(state(1), of: name(1), at: start) == .now)
    #expect(pace.take(state(2), of: name(1), at: start + .seconds(4)) == .later(.seconds(6)))
    #expect(pace.take(state(3), of: name(1), at: start + .seconds(5)) == .instead)
    #expect(pace.take(state(4), of: name(2), at: start + .seconds(5)) == .now)
    #expect(pace.takeHeld(of: name(1), at: start + .seconds(10)) == [state(3)])
    #expect(pace.take(state(5), of: name(1), at: start + .seconds(11)) == .later(.seconds(9)))
    #expect(pace.takeHeld(of: name(1), at: start + .seconds(20)) == [state(5)])
    #expect(pace.take(state(6), of: name(1), at: start + .seconds(31)) == .now)
  }

  @Test func givesOutAllThatWaitsInItsOrder() {
    var pace = StatePace(interval: .seconds(10))
    for number in 1...3 { _ = pace.take(state(number), of: name(number), at: start) }
    for number in [3, 1, 2] { _ = pace.take(state(10 + number), of: name(number), at: start) }
    #expect(pace.takeHeld(at: start).map(\.sequence) == [11, 12, 13])
    #expect(pace.takeHeld(at: start).isEmpty)
  }

  @Test func forgetsInstancesWhoseTimeIsOver() {
    var pace = StatePace(interval: .seconds(10))
    for number in 1...10_000 {
      #expect(pace.take(state(number), of: name(number), at: start + .seconds(number)) == .now)
    }
    #expect(pace.count <= 64)
  }
}
