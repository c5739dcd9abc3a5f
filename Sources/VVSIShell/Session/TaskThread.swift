import Dispatch

/// Runs the shell's own tasks on one thread, apart from the pool that plugins share.
///
/// Nothing in them may block.
final class TaskThread: TaskExecutor {
  private let queue = DispatchQueue(label: "vvsi.shell-tasks")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
