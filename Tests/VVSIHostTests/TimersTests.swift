import Testing

@testable import VVSIHost

@Suite(.serialized) struct TimersTests {
  @Test func whatIsDueFirstComesFirstWhateverWasAskedForFirst() {
    let (isHeld, gate) = (Awaited(false), Awaited(false))
    let order = Awaited<[Int]>([])
    Timers.shared.after(0) {
      isHeld.change { $0 = true }
      gate.wait { $0 ? () : nil }
    }
    isHeld.wait { $0 ? () : nil }
    for number in [2_000, 4_000, 1_000, 3_000] {
      Timers.shared.after(Double(number) - 10_000) { order.change { $0.append(number) } }
    }
    gate.change { $0 = true }
    #expect(order.wait { $0.count == 4 ? $0 : nil } == [1_000, 2_000, 3_000, 4_000])
  }

  @Test func doesNotWaitForWhatIsDueLater() {
    let isDone = Awaited(false)
    Timers.shared.after(3_600) {}
    Timers.shared.after(0.001) { isDone.change { $0 = true } }
    isDone.wait { $0 ? () : nil }
  }
}
