import VVSI

struct Time: StateProtocol {
  var seconds = 0
  var isRunning = false
}

enum TimerAction: ActionProtocol {
  case start
  case stop
  case add(seconds: Int)
}

struct Timer: SynchronousInteractorProtocol {
  func execute(
    _ state: inout Time, _ action: TimerAction, _ effects: Effects<Time, TimerAction, Never>
  ) {
    switch action {
    case .start:
      state.isRunning = true
      effects.run(id: "tick") { effect in
        while true {
          try await Task.sleep(for: .seconds(1))
          try effect.update { $0.seconds += 1 }
        }
      }
    case .stop:
      state.isRunning = false
      effects.cancel(id: "tick")
    case .add(let seconds): state.seconds += seconds
    }
  }
}

/// What the host calls first.
@_cdecl("vvsi_main")
public func main(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
  Plugin.main(host, [Feature("timer", summary: "Counts seconds.", state: Time()) { Timer() }])
}
