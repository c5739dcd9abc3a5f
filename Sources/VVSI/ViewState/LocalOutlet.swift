/// Gives tickets and keeps who waits for them, where there is no host.
final class LocalOutlet: Outlet, @unchecked Sendable {
  let failures = PassthroughSubject<any Error, Never>()
  private let lock = Lock()
  private var last: UInt64 = 0
  private var running: [UInt64: TriggeredAction] = [:]

  func begin() -> (ticket: UInt64, triggered: TriggeredAction) {
    let triggered = TriggeredAction()
    let ticket = lock.withLock {
      last += 1
      running[last] = triggered
      return last
    }
    return (ticket, triggered)
  }

  func settle(_ ticket: UInt64) {
    lock.withLock { running.removeValue(forKey: ticket) }?.settle()
  }

  func fail(_ ticket: UInt64, _ error: any Error) {
    lock.withLock { running[ticket] }?.fail(error)
    failures.send(error)
  }
}
