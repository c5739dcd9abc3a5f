import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs an actor on a thread of its own.
///
/// Plugins share the process's pool of concurrency threads, one for each core. A plugin that spins in a task takes one
/// of them; the host must go on answering when all are taken, so it does not run there.
public final class HostExecutor: SerialExecutor {
  private let queue: DispatchQueue
  /// The thread that runs a job now; 0 for none.
  ///
  /// A value of the queue's own would tell as well, but when the queue goes, it wakes a thread of the pool to be released.
  private let runner = Atomic<UInt>(0)

  /// Makes an executor; the label is for those who look at the process from outside.
  public init(label: String) {
    queue = DispatchQueue(label: label)
  }

  /// Runs a job after those that wait already.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      runner.store(Self.thread, ordering: .relaxed)
      job.runSynchronously(on: asUnownedSerialExecutor())
      runner.store(0, ordering: .relaxed)
    }
  }

  /// Runs a closure in turn with the actor's jobs, without the cost of a task.
  package func run(_ body: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      runner.store(Self.thread, ordering: .relaxed)
      body()
      runner.store(0, ordering: .relaxed)
    }
  }

  /// Whether the thread that asks is the executor's.
  var isCurrent: Bool { runner.load(ordering: .relaxed) == Self.thread }

  private static var thread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Stops the process if it is not the executor's own thread that asks.
  public func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
