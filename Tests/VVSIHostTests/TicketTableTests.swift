import Testing

@testable import VVSIHost

/// Tickets and outcomes are found again, however many there are and however long they stay.
@Suite struct TicketTableTests {
  private func ticketed(_ number: Int) -> Ticketed {
    Ticketed(InstanceName(feature: "list", number: number), id: UInt64(number))
  }

  @Test(arguments: [1, 200, 70_000, 200_000])
  func findsWhatStaysOpenWhileOthersComeAndGo(_ count: Int) {
    var table = TicketTable()
    let kept = stride(from: 1, through: count, by: 1_009).map { Ticket(UInt64($0)) }
    for number in 1...count {
      let ticket = Ticket(UInt64(number))
      table.insert(ticketed(number), at: ticket)
      if number % 1_009 != 1 {
        let removed = table.remove(ticket)
        #expect(removed?.instance.number == number)
      }
    }
    #expect(table.count == kept.count)
    for ticket in kept { #expect(table[ticket]?.instance.number == Int(ticket.number)) }
    for ticket in kept { #expect(table.remove(ticket)?.id == ticket.number) }
    #expect(table.isEmpty)
    #expect(kept.allSatisfy { table[$0] == nil })
  }

  @Test func holdsAllThatWaitAtOnce() {
    var table = TicketTable()
    for number in 1...100_000 {
      table.insert(ticketed(number % 2), at: Ticket(UInt64(number)))
    }
    #expect(table.count == 100_000)
    #expect(table.tickets(of: 1).count == 50_000)
    for number in 1...100_000 {
      #expect(table.remove(Ticket(UInt64(number)))?.id == UInt64(number % 2))
    }
    #expect(table.isEmpty)
  }

  @Test(arguments: [1, 100_000])
  func changesAnActionThatIsThere(_ later: Int) {
    var table = TicketTable()
    table.insert(ticketed(1), at: Ticket(1))
    for number in 2...(later + 1) { table.insert(ticketed(number), at: Ticket(UInt64(number))) }
    let fault = Fault(code: "broken", message: "it broke")
    table.update(Ticket(1)) { $0.fail(fault) }
    table.update(Ticket(999_999)) { _ in Issue.record("no such ticket") }
    #expect(table[Ticket(1)]?.fault == fault)
    #expect(table[Ticket(2)]?.fault == nil)
    #expect(table.count == later + 1)
  }

  @Test func remembersAsManyOutcomesAsItMay() {
    var outcomes = Outcomes()
    outcomes.limit = 4
    for number in 1...10 {
      outcomes.record(.settled(milliseconds: Double(number)), of: Ticket(UInt64(number)))
    }
    let fault = Fault(code: "late", message: "it took long")
    outcomes.record(.failed(fault, milliseconds: 3), of: Ticket(2))
    #expect(outcomes[Ticket(9)] == .settled(milliseconds: 9))
    #expect(outcomes[Ticket(5)] == nil)
    #expect(outcomes[Ticket(2)] == .failed(fault, milliseconds: 3))
    #expect(outcomes[Ticket(10)] == nil)
    #expect(outcomes[Ticket(11)] == nil)
  }

  @Test(arguments: [0, 3, 1_500, 5_000])
  func aQueueKeepsItsOrder(_ count: Int) {
    var queue = Queue<Int>()
    for number in 0..<count { queue.append(number) }
    queue.prepend([-2, -1])
    var taken: [Int] = []
    while let first = queue.popFirst() {
      taken.append(first)
      #expect(queue.count == count + 2 - taken.count)
    }
    #expect(taken == Array(-2..<count))
    #expect(queue.isEmpty)
  }
}
