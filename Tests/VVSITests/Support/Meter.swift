import VVSI

/// A feature in the synchronous form that does a bit of everything.
struct Meter: SynchronousInteractorProtocol {
  struct State: StateProtocol, Equatable {
    var value = 0
    var log: [String] = []
  }

  enum Action: ActionProtocol {
    case add(Int)
    case addThenRefuse
    /// Waits for a signal, then adds.
    case wait(name: String)
    case stop(name: String)
    case failLater
    case chain(Int)
    case tell(String)
  }

  enum Notification: NotificationProtocol, Equatable {
    case told(String)
  }

  struct Refused: Error, Equatable {}

  let gate: Gate

  func execute(
    _ state: inout State, _ action: Action,
    _ effects: Effects<State, Action, Notification>
  )
    throws(Refused)
  {
    switch action {
    case .add(let amount):
      state.value += amount
    case .addThenRefuse:
      state.value += 1000
      effects.run { try $0.update { $0.log.append("never") } }
      throw Refused()
    case .wait(let name):
      effects.run(id: name) { [gate] effect in
        await gate.pass()
        try effect.update { state in
          state.value += 1
          state.log.append(name)
        }
      }
    case .stop(let name):
      effects.cancel(id: name)
    case .failLater:
      effects.run { _ in throw Refused() }
    case .chain(let count):
      state.log.append("\(count)")
      if count > 0 { effects.trigger(.chain(count - 1)) }
    case .tell(let text):
      effects.notify(.told(text))
    }
  }
}

/// Holds tasks back until it is opened; deaf to cancellation, as a bad effect may be.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var arrived = 0

  func pass() async {
    arrived += 1
    for arrival in arrivals where arrived >= arrival.count { arrival.continuation.resume() }
    arrivals.removeAll { arrived >= $0.count }
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  /// Returns when so many have come.
  func arrivals(_ count: Int) async {
    if arrived >= count { return }
    await withCheckedContinuation { arrivals.append((count, $0)) }
  }
}
