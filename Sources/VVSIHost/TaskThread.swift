/// Runs tasks where an actor runs, apart from the pool that plugins share, so that no thread is woken between the two.
///
/// Nothing in them may block. What such a task waits for wakes the actor's thread; any other task goes on in the pool
/// first, from where it has to find its way back to the actor.
public final class TaskThread: TaskExecutor {
  /// Runs the actor.
  let executor: HostExecutor

  /// Shares the thread of an actor.
  public init(_ executor: HostExecutor) {
    self.executor = executor
  }

  /// Runs a job after those that wait already.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    executor.run { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
