/// An action that has not ended.
struct Ticketed {
  let instance: InstanceName
  /// The ``Instance/id`` of the instance.
  let id: UInt64
  /// When it was triggered.
  let since: Moment
  private var rest: Rest?

  /// What few actions have.
  private final class Rest {
    var fault: Fault?
    var waiters: [Int: CheckedContinuation<Settlement, Never>] = [:]
  }

  init(_ instance: InstanceName, id: UInt64) {
    self.instance = instance
    self.id = id
    since = .now
  }

  /// What it has failed with so far.
  var fault: Fault? { rest?.fault }
  /// Those who wait for its end.
  var waiters: [Int: CheckedContinuation<Settlement, Never>] { rest?.waiters ?? [:] }
  var hasWaiters: Bool { rest?.waiters.isEmpty == false }

  mutating func fail(_ fault: Fault) {
    own().fault = fault
  }

  mutating func wait(_ waiter: Int, _ continuation: CheckedContinuation<Settlement, Never>) {
    own().waiters[waiter] = continuation
  }

  func endWait(_ waiter: Int) -> CheckedContinuation<Settlement, Never>? {
    rest?.waiters.removeValue(forKey: waiter)
  }

  private mutating func own() -> Rest {
    if let rest { return rest }
    let new = Rest()
    rest = new
    return new
  }
}

/// The actions that have not ended, by their tickets.
///
/// Most actions end long before thousands of others have begun: the last tickets have a place each, found without
/// hashing. An action whose place is wanted for a later one moves to a dictionary.
struct TicketTable {
  private static let largest = 1 << 16

  private var places: [(ticket: Ticket, value: Ticketed)?] = Array(repeating: nil, count: 256)
  private var old: [Ticket: Ticketed] = [:]
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  private func place(_ ticket: Ticket) -> Int {
    Int(truncatingIfNeeded: ticket.number) & (places.count - 1)
  }

  /// Whether the action has not ended.
  func contains(_ ticket: Ticket) -> Bool {
    places[place(ticket)]?.ticket == ticket || old[ticket] != nil
  }

  /// Adds an action under a ticket that was never added before.
  mutating func insert(_ value: Ticketed, at ticket: Ticket) {
    count += 1
    while places[place(ticket)] != nil, count * 2 > places.count, places.count < Self.largest {
      grow()
    }
    let place = place(ticket)
    if let (older, value) = places[place] { old[older] = value }
    places[place] = (ticket, value)
  }

  subscript(ticket: Ticket) -> Ticketed? {
    let place = place(ticket)
    if places[place]?.ticket == ticket { return places[place]?.value }
    return old.isEmpty ? nil : old[ticket]
  }

  /// Changes an action, if there is one.
  mutating func update(_ ticket: Ticket, _ change: (inout Ticketed) -> Void) {
    let place = place(ticket)
    if var entry = places[place], entry.ticket == ticket {
      places[place] = nil
      change(&entry.value)
      places[place] = entry
    } else if var value = old[ticket] {
      change(&value)
      old[ticket] = value
    }
  }

  mutating func remove(_ ticket: Ticket) -> Ticketed? {
    let place = place(ticket)
    if places[place]?.ticket == ticket {
      count -= 1
      return places[place].take()?.value
    }
    guard !old.isEmpty, let value = old.removeValue(forKey: ticket) else { return nil }
    count -= 1
    return value
  }

  /// The tickets of the actions of the instance with an ``Instance/id``.
  func tickets(of id: UInt64) -> Set<Ticket> {
    var all = Set(old.lazy.filter { $0.value.id == id }.map(\.key))
    for case let (ticket, value)? in places where value.id == id { all.insert(ticket) }
    return all
  }

  /// All tickets, each with its instance.
  var all: [(ticket: Ticket, instance: InstanceName)] {
    old.map { ($0.key, $0.value.instance) }
      + places.compactMap { entry in entry.map { ($0.ticket, $0.value.instance) } }
  }

  private mutating func grow() {
    let all = places
    places = Array(repeating: nil, count: places.count * 4)
    for case let entry? in all { places[place(entry.ticket)] = entry }
  }
}
