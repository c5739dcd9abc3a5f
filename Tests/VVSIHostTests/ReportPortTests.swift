import Foundation
import Synchronization
import Testing

@testable import VVSIHost

/// What waits of one feature for the host is bounded.
@Suite struct ReportPortTests {
  private static let text = [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 20)

  @Test func whoReportsFasterThanTheHostWorksWaits() {
    let inbox = Inbox()
    let port = ReportPort(name: InstanceName(feature: "list"), generation: 1, inbox: inbox)
    let most = ReportPort.loadLimit / Self.text.count + 1
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue(label: "plugin").async {
      for number in 1...100 {
        port.report(.committed(Ticket(UInt64(number)), state: Self.text))
      }
      isDone.signal()
    }
    var tickets: [UInt64] = []
    var longest = 0
    while tickets.count < 100 {
      let messages = inbox.take()
      longest = max(longest, messages.count)
      for case .report(let port, let report) in messages {
        if case .committed(let ticket?, _) = report { tickets.append(ticket.number) }
        port.lighten(by: report)
      }
      usleep(100)
    }
    isDone.wait()
    #expect(tickets == Array(1...100))
    // A thread that waited for a second goes on, and the machine may stand still for as long.
    #expect(longest <= 2 * most, "\(longest) waited")
  }

  @Test func whoWaitsForRoomGoesOnWhenTheHostIsGone() {
    let inbox = Inbox()
    let port = ReportPort(name: InstanceName(feature: "list"), generation: 1, inbox: inbox)
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue(label: "plugin").async {
      // Each of them would wait for a second.
      for _ in 0..<10_000 { port.report(.committed(nil, state: Self.text)) }
      isDone.signal()
    }
    var count = 0
    while count <= ReportPort.loadLimit / Self.text.count { count += inbox.take().count }
    inbox.close()
    #expect(isDone.wait(timeout: .now() + 240) == .success)
    #expect(inbox.take().isEmpty)
  }

  @Test func aHostThatGoesTakesNoMoreReports() {
    var viewState: ViewState? = ViewState()
    let inbox = viewState?.inbox
    #expect(inbox?.isClosed == false)
    viewState = nil
    #expect(inbox?.isClosed == true)
  }

  @Test func theHostsOwnThreadDoesNotWaitForItself() {
    let inbox = Inbox()
    inbox.open(isReader: { true }, wake: {})
    let port = ReportPort(name: InstanceName(feature: "list"), generation: 1, inbox: inbox)
    for _ in 0..<50 { port.report(.committed(nil, state: Self.text)) }
    #expect(inbox.take().count == 50)
  }

  @Test func anExecutorKnowsItsOwnThread() async {
    let (one, other) = (HostExecutor(label: "one"), HostExecutor(label: "other"))
    #expect(!one.isCurrent)
    let found = await withCheckedContinuation { continuation in
      one.run { continuation.resume(returning: [one.isCurrent, other.isCurrent]) }
    }
    #expect(found == [true, false])
  }
}
