import Dispatch

/// Runs the host's actor on a thread of its own.
///
/// Plugins share the process's pool of concurrency threads, one for each core. A plugin that spins in a task takes one
/// of them; the host must go on answering when all are taken, so it does not run there.
final class HostExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "vvsi.view-state")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }

  /// Runs a closure in turn with the actor's jobs, without the cost of a task.
  func run(_ body: @escaping @Sendable () -> Void) {
    queue.async(execute: body)
  }

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
