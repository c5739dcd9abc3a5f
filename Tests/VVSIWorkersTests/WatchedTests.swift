import Testing

@testable import VVSIWorkers

@Suite struct WatchedTests {
  @Test func aCallThatIsFarTooLateIsToldOfAndCancelledBeforeItsProcessIsEnded() {
    var watched = Watched()
    var stages: [Watched.Stage] = []
    while watched.advance(to: .killed) { stages.append(watched.stage) }
    #expect(stages == [.reported, .cancelled, .terminated, .killed])
  }
}
