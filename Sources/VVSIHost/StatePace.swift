/// Lets at most one state of each instance through in an interval, always the last one.
package struct StatePace: Sendable {
  /// When a state may go.
  package enum Turn: Sendable, Equatable {
    case now
    /// After so long, unless another one takes its place meanwhile; whoever asked must then call ``takeHeld(of:at:)``.
    case later(Duration)
    /// When the one goes whose place it has taken.
    case instead
  }

  private let interval: Duration
  /// When each instance's state was passed on last.
  private var passed: [InstanceName: ContinuousClock.Instant] = [:]
  /// The states that wait.
  private var held: [InstanceName: Event] = [:]
  /// How many instances are remembered before those are forgotten whose next state may go at once.
  private var room = 64

  package init(interval: Duration) {
    self.interval = interval
  }

  /// How many instances are remembered.
  package var count: Int { passed.count }

  /// Takes a state, unless its turn is now.
  package mutating func take(
    _ event: Event, of name: InstanceName, at now: ContinuousClock.Instant
  ) -> Turn {
    let next = passed[name].map { $0 + interval } ?? now
    if next <= now, held[name] == nil {
      pass(name, at: now)
      return .now
    }
    let isFirst = held.updateValue(event, forKey: name) == nil
    return isFirst ? .later(next - now) : .instead
  }

  /// What waits of an instance, or of all if `name` is nil, in its order.
  package mutating func takeHeld(
    of name: InstanceName? = nil, at now: ContinuousClock.Instant
  ) -> [Event] {
    let names = name.map { [$0] } ?? Array(held.keys)
    let events = names.compactMap { name in
      held.removeValue(forKey: name).map { event in
        pass(name, at: now)
        return event
      }
    }
    return events.sorted { $0.sequence < $1.sequence }
  }

  private mutating func pass(_ name: InstanceName, at now: ContinuousClock.Instant) {
    passed[name] = now
    guard passed.count > room else { return }
    passed = passed.filter { $0.value + interval > now }
    room = max(64, passed.count * 2)
  }
}
