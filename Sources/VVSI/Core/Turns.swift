/// Starts what an instance's actions execute, one after the other, in the order in which they came.
final class Turns: @unchecked Sendable {
  typealias Turn = @Sendable () async -> Void

  private let lock = Lock()
  private var waiting = Queue<Turn>()
  private var isRunning = false

  /// Runs a turn after those before it; if there is none, at once and on the calling thread as far as it goes, unless
  /// `elsewhere` forbids that.
  func take(elsewhere: Bool, _ turn: @escaping Turn) {
    let mustStart = lock.withLock {
      waiting.append(turn)
      defer { isRunning = true }
      return !isRunning
    }
    if mustStart { startTask(elsewhere) }
  }

  private func next() -> Turn? {
    lock.withLock {
      let turn = waiting.popFirst()
      if turn == nil { isRunning = false }
      return turn
    }
  }

  /// The task is detached so that it does not hold the action open that triggers another one.
  private func startTask(_ elsewhere: Bool) {
    let work: Turn = { while let turn = self.next() { await turn() } }
    if !elsewhere, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediateDetached(operation: work)
    } else {
      Task.detached(operation: work)
    }
  }
}
