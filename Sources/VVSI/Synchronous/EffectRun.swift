/// One effect that runs.
final class EffectRun: @unchecked Sendable {
  let id: AnyHashable?
  let ticket: UInt64
  private let lock = Lock()
  private var hasEnded = false
  private var task: Task<Void, Never>?

  init(id: AnyHashable?, ticket: UInt64) {
    self.id = id
    self.ticket = ticket
  }

  /// Whether the effect may change nothing any more.
  var isCancelled: Bool { lock.withLock { hasEnded } }

  func start(_ work: @escaping @Sendable () async -> Void) {
    lock.withLock {
      if !hasEnded { task = Task.detached(operation: work) }
    }
  }

  func cancel() {
    let task = lock.withLock {
      hasEnded = true
      return self.task
    }
    task?.cancel()
  }
}
