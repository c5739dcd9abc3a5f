/// Starts what an instance's actions execute, one after the other, in the order in which they came.
final class Turns<A: Sendable>: @unchecked Sendable {
  private let execute: @Sendable (Token, A) async throws -> Void
  private let lock = Lock()
  private var waiting = Queue<Turn>()
  private var isRunning = false
  /// Where a task begins; touched by who starts it, and then by the task.
  private var first: Turn?

  private typealias Turn = (token: Token, action: A)

  init(_ execute: @escaping @Sendable (_ token: Token, _ action: A) async throws -> Void) {
    self.execute = execute
  }

  /// Executes an action after those before it; if there is none, at once and on the calling thread as far as it goes,
  /// except during a change: then the state is locked, and the action may want to change it at once.
  func take(_ token: Token, _ action: A) {
    let mustStart = lock.withLock {
      if isRunning { waiting.append((token, action)) }
      defer { isRunning = true }
      return !isRunning
    }
    guard mustStart else { return }
    first = (token, action)
    start(elsewhere: token.instance.isChangingHere)
  }

  /// The task is detached so that it does not hold the action open that triggers another one.
  private func start(elsewhere: Bool) {
    if !elsewhere, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediateDetached { await self.work() }
    } else {
      Task.detached { await self.work() }
    }
  }

  private func work() async {
    var turn = first.take()
    while let (token, action) = turn.take() {
      await Token.$current.withValue(token) {
        do {
          try await execute(token, action)
        } catch {
          token.fail(error)
        }
      }
      turn = next()
    }
  }

  private func next() -> Turn? {
    lock.withLock {
      let turn = waiting.popFirst()
      if turn == nil { isRunning = false }
      return turn
    }
  }
}
