/// Looks every other moment at the threads that run tasks, while there are some.
final class TaskWatch: Sendable {
  static let shared = TaskWatch()

  /// How long a thread may stay in the tasks of a call, in seconds; up to twice that.
  private static let patience = 0.002

  private struct State {
    var watched: [StartedTasks] = []
    var isSet = false
  }

  private let state = Guarded(State())

  func add(_ tasks: StartedTasks) {
    watch([tasks])
  }

  private func watch(_ more: [StartedTasks]) {
    let mustSet = state.withLock { state in
      state.watched += more
      guard !state.isSet, !state.watched.isEmpty else { return false }
      state.isSet = true
      return true
    }
    guard mustSet else { return }
    Timers.shared.after(Self.patience) { self.look() }
  }

  private func look() {
    let watched = state.withLock { state in
      defer { state = State() }
      return state.watched
    }
    watch(watched.filter { $0.look() })
  }
}
