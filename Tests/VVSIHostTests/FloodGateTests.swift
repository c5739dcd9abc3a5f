import Testing
import VVSIHost

@Suite struct FloodGateTests {
  @Test func dropsTheExcessAndTellsOfItTwice() async {
    let (told, teller) = AsyncStream<FloodGate.Excess>.makeStream()
    let gate = FloodGate(limit: 3)
    var dropped = 0
    while dropped < 5 { if !gate.admits({ teller.yield($0) }) { dropped += 1 } }
    var all = told.makeAsyncIterator()
    #expect(await all.next() == .began(limit: 3))
    #expect(await all.next() == .ended(dropped: 5))
  }

  @Test func letsAllThroughBelowTheLimit() {
    let gate = FloodGate(limit: 1_000)
    let admitted = (0..<1_000).map { _ in gate.admits { _ in Issue.record("it told") } }
    #expect(admitted.allSatisfy { $0 })
  }

  @Test(arguments: [
    (FloodGate.Excess.began(limit: 2), "more than 2 lines within a second; the excess is dropped"),
    (.ended(dropped: 7), "7 lines were dropped"),
  ])
  func words(_ excess: FloodGate.Excess, _ text: String) {
    #expect(excess.words("lines") == text)
  }
}
