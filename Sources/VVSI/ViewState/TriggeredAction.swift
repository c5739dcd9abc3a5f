/// An action that was triggered.
public final class TriggeredAction: @unchecked Sendable {
  private let lock = Lock()
  private var hasSettled = false
  private var error: (any Error)?
  private var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
  private var nextWaiter: UInt64 = 0

  init() {}

  /// Waits until nothing more can come of the action.
  ///
  /// - Returns: The first error that the action failed with, if it did; `CancellationError` if the waiting task was
  ///   cancelled first, which leaves the action alone.
  @discardableResult
  public func settled() async -> (any Error)? {
    let waiter = lock.withLock {
      nextWaiter += 1
      return nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, as: waiter) }
    } onCancel: {
      lock.withLock { waiting.removeValue(forKey: waiter) }?.resume()
    }
    return lock.withLock { hasSettled ? error : CancellationError() }
  }

  func fail(_ error: any Error) {
    lock.withLock { self.error = self.error ?? error }
  }

  func settle() {
    let ready = lock.withLock {
      hasSettled = true
      defer { waiting = [:] }
      return waiting.values
    }
    for continuation in ready { continuation.resume() }
  }

  private func wait(_ continuation: CheckedContinuation<Void, Never>, as waiter: UInt64) {
    let mustWait = lock.withLock {
      guard !hasSettled, !Task.isCancelled else { return false }
      waiting[waiter] = continuation
      return true
    }
    if !mustWait { continuation.resume() }
  }
}
