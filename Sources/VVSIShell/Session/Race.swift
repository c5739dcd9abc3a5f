import Synchronization
import VVSIHost

/// Returns what the first of several waits returns; the others are cancelled and not waited for.
///
/// Cancelling the task cancels all of them; then whichever ends first counts.
func race<Result: Sendable>(
  isolation: isolated (any Actor)? = #isolation, on thread: TaskThread,
  _ contenders: [@Sendable () async -> Result]
) async -> Result {
  let finish = Finish<Result>()
  defer { finish.cancel() }
  return await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      finish.open(continuation)
      for contender in contenders {
        let task = Task(executorPreference: thread) { finish.reach(with: await contender()) }
        finish.add(task)
      }
    }
  } onCancel: {
    finish.cancel()
  }
}

/// Lets the first one through.
private final class Finish<Result: Sendable>: Sendable {
  private struct State {
    var winner: CheckedContinuation<Result, Never>?
    var tasks: [Task<Void, Never>] = []
    var isCancelled = false
  }

  private let state = Mutex(State())

  func open(_ continuation: CheckedContinuation<Result, Never>) {
    state.withLock { $0.winner = continuation }
  }

  func add(_ task: Task<Void, Never>) {
    let isLate = state.withLock { state in
      state.tasks.append(task)
      return state.isCancelled
    }
    if isLate { task.cancel() }
  }

  func reach(with result: Result) {
    let winner = state.withLock { state in
      defer { state.winner = nil }
      return state.winner
    }
    winner?.resume(returning: result)
  }

  func cancel() {
    let tasks = state.withLock { state in
      state.isCancelled = true
      return state.tasks
    }
    for task in tasks { task.cancel() }
  }
}
