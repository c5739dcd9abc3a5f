import Testing
import VVSIHost

@testable import VVSIShell

@Suite(.timeLimit(.minutes(20))) struct ProgressTests {
  private let list = InstanceName(feature: "list")

  @Test func waitsForTheEndOfAnActionThatHasNotBegunYet() async {
    let progress = Progress()
    async let outcome = progress.end(of: Ticket(2), within: 600)
    progress.pass(event(1, .triggered(feature: list, ticket: Ticket(1), action: [])))
    progress.pass(event(2, .triggered(feature: list, ticket: Ticket(2), action: [])))
    progress.pass(event(3, .settled(feature: list, ticket: Ticket(2), milliseconds: 1)))
    #expect(await outcome == .ended)
  }

  @Test func knowsWhatHasEndedAlready() async {
    let progress = Progress()
    progress.pass(event(1, .triggered(feature: list, ticket: Ticket(1), action: [])))
    progress.pass(
      event(2, .rejected(feature: "list", ticket: Ticket(1), reason: .closed(list))))
    #expect(await progress.end(of: Ticket(1), within: 600) == .ended)
    #expect(await progress.end(of: Ticket(2), within: 0) == .expired)
    progress.pass(event(3, .triggered(feature: list, ticket: Ticket(3), action: [])))
    #expect(await progress.end(of: Ticket(3), within: 0.001) == .expired)
    #expect(await progress.end(of: Ticket(2), within: 600) == .ended)
  }

  @Test func keepsEveryDeadlineInItsOrder() async {
    let progress = Progress()
    async let far = progress.end(of: Ticket(1), within: 600)
    async let near = progress.end(of: Ticket(1), within: 0.01)
    async let middle = progress.end(of: Ticket(1), within: 0.02)
    #expect(await near == .expired)
    #expect(await middle == .expired)
    progress.finish()
    #expect(await far == .ended)
  }

  @Test func canNotTellAfterEventsWereDropped() async {
    let progress = Progress()
    async let outcome = progress.end(of: Ticket(1), within: 600)
    progress.pass(event(9, .dropped(count: 9)))
    #expect(await outcome == .unknown)
    await progress.hasShown(9)
  }

  @Test func endsWaitsThatAreCancelled() async {
    let progress = Progress()
    let wait = Task { await progress.end(of: Ticket(1), within: 600) }
    wait.cancel()
    #expect(await wait.value == .cancelled)
  }

  private func event(_ sequence: UInt64, _ kind: Event.Kind) -> Event {
    Event(sequence: sequence, kind: kind)
  }
}
