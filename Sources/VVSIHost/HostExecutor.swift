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
  private let work: HostWork

  /// Makes an executor; the label is for those who look at the process from outside.
  public init(label: String) {
    work = HostWork(label)
  }

  deinit {
    work.end()
  }

  /// Runs a job after those that wait already.
  public func enqueue(_ job: consuming ExecutorJob) {
    work.add(.job(UnownedJob(job), self))
  }

  /// Runs a closure in turn with the actor's jobs, without the cost of a task.
  package func run(_ body: @escaping @Sendable () -> Void) {
    work.add(.closure(body))
  }

  /// Whether the thread that asks is the executor's.
  var isCurrent: Bool { work.isCurrent }

  /// Stops the process if it is not the executor's own thread that asks.
  public func checkIsolated() {
    precondition(isCurrent, "an actor of the host's is reached from a thread that is not its own")
  }
}

/// What an executor's thread does, one thing after the other; the thread starts with the first, and ends with the executor.
private final class HostWork: Sendable {
  enum Piece: Sendable {
    case job(UnownedJob, HostExecutor)
    case closure(@Sendable () -> Void)
  }

  private struct State {
    var waiting: [Piece] = []
    /// Room that was used before.
    var spare: [Piece] = []
    var isStarted = false
    /// Whether the thread must be woken.
    var isAsleep = false
    var isEnded = false
  }

  private let label: String
  private let state = Awaited(State())
  /// The thread; 0 until it runs.
  private let thread = Atomic<UInt>(0)

  init(_ label: String) {
    self.label = label
  }

  func add(_ piece: Piece) {
    let (isFirst, isAsleep) = state.withLock { state in
      state.waiting.append(piece)
      defer { state.isStarted = true }
      return (!state.isStarted, state.isAsleep)
    }
    if isAsleep { state.notify() }
    guard isFirst else { return }
    // Without its thread the host could do nothing else either.
    while !startThread(label, { self.go() }) { usleep(10_000) }
  }

  /// No further piece is added.
  func end() {
    state.withLock { $0.isEnded = true }
    state.notify()
  }

  var isCurrent: Bool { thread.load(ordering: .relaxed) == Self.current }

  private static var current: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  private func go() {
    thread.store(Self.current, ordering: .relaxed)
    var pieces = next([])
    while !pieces.isEmpty {
      for piece in pieces {
        switch piece {
        case .job(let job, let executor):
          job.runSynchronously(on: executor.asUnownedSerialExecutor())
        case .closure(let body): body()
        }
      }
      pieces.removeAll(keepingCapacity: pieces.capacity <= 1 << 12)
      pieces = next(pieces)
    }
  }

  /// Waits for more to do; none when the executor is gone.
  private func next(_ room: [Piece]) -> [Piece] {
    state.withLock { $0.spare = room }
    return state.wait { state in
      state.isAsleep = state.waiting.isEmpty && !state.isEnded
      guard !state.isAsleep else { return nil }
      var pieces: [Piece] = []
      swap(&pieces, &state.spare)
      swap(&pieces, &state.waiting)
      return pieces
    }
  }
}
