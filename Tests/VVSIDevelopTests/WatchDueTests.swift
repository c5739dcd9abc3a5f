import Testing

@testable import VVSIDevelop

@Suite struct WatchDueTests {
  private let start = ContinuousClock.now
  private let saved = WatchTree.Changes(saved: ["A"])
  private let removed = WatchTree.Changes(removed: ["B"])

  @Test func holdsASaveBackOnlyForAMoment() {
    var due = WatchDue()
    due.add(saved, at: start)
    #expect(due.take(at: start + .milliseconds(4)) == [])
    #expect(due.take(at: start + .milliseconds(5)) == ["A"])
    #expect(due.time == nil)
  }

  @Test func holdsABurstBackNoLongerThanTwentyMilliseconds() {
    var due = WatchDue()
    var step = 0
    while due.take(at: start + .milliseconds(step)) == [], step < 100 {
      due.add(saved, at: start + .milliseconds(step))
      step += 1
    }
    #expect(step <= 20)
  }

  @Test func waitsForWhatTakesThePlaceOfARemovedFile() {
    var due = WatchDue()
    due.add(removed, at: start)
    #expect(due.take(at: start + .milliseconds(20)) == [])
    due.add(saved, at: start + .milliseconds(20))
    #expect(due.take(at: start + .milliseconds(25)) == ["A", "B"])
  }

  @Test func reportsARemovalInTheEnd() {
    var due = WatchDue()
    due.add(removed, at: start)
    #expect(due.take(at: start + .milliseconds(60)) == ["B"])
  }
}

@Suite struct WatchReportsTests {
  @Test func gathersWhatChangesWhileTheReceiverIsBusy() async {
    let reports = WatchReports()
    for plugin in ["A", "B", "A"] { reports.add([plugin]) }
    #expect(await reports.next() == ["A", "B"])
    reports.add(["A"])
    reports.finish()
    #expect(await reports.next() == ["A"])
    #expect(await reports.next() == nil)
  }

  @Test func endsForACancelledReceiver() async {
    let reports = WatchReports()
    let receiver = Task { await reports.next() }
    receiver.cancel()
    #expect(await receiver.value == nil)
  }
}
