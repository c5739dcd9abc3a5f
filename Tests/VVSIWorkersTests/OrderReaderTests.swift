import Foundation
import Testing
import VVSIHost

@testable import VVSIWorkers

@Suite struct OrderReaderTests {
  /// What was accepted, in order.
  private final class Accepted: Sendable {
    let tickets = Awaited([UInt64]())

    func accept(_ order: Order) {
      guard case .trigger(_, let ticket, _) = order else { return }
      // As long as a thread may be kept from running on a busy machine; its seat would be taken long before.
      if ticket % 10 == 0 { usleep(30_000) }
      tickets.change { $0.append(ticket) }
    }
  }

  @Test func ordersKeepTheirPlacesWhateverKeepsAThreadFromRunning() {
    var ends: [Int32] = [0, 0]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let host = Outbox(socket: ends[0])
    let answers = Outbox(socket: ends[1])
    let accepted = Accepted()
    let hasEnded = Awaited(false)
    OrderReader(ends[1], outbox: answers) { order in
      accepted.accept(order)
      return .pong(answers)
    }.start { hasEnded.change { $0 = true } }
    for ticket in 1...100 {
      host.hold { Order.trigger(instance: 1, ticket: UInt64(ticket), action: []).write(to: &$0) }
    }
    host.flush()
    let tickets = accepted.tickets.wait { $0.count == 100 ? $0 : nil }
    #expect(tickets == Array(1...100))
    shutdown(ends[0], Int32(SHUT_WR))
    hasEnded.wait { $0 ? () : nil }
  }
}
