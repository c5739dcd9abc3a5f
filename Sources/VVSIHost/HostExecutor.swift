import Dispatch

/// Runs an actor on a thread of its own.
///
/// Plugins share the process's pool of concurrency threads, one for each core. A plugin that spins in a task takes one
/// of them; the host must go on answering when all are taken, so it does not run there.
public final class HostExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Makes an executor; the label is for those who look at the process from outside.
  public init(label: String) {
    queue = DispatchQueue(label: label)
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  /// Runs a job after those that wait already.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }

  /// Runs a closure in turn with the actor's jobs, without the cost of a task.
  package func run(_ body: @escaping @Sendable () -> Void) {
    queue.async(execute: body)
  }

  /// Whether the thread that asks is the executor's.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// Stops the process if it is not the executor's own thread that asks.
  public func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
