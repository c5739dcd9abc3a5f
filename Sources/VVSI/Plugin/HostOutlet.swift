import CVVSI

/// Tells the host what one instance does, until the instance is destroyed.
final class HostOutlet: Outlet, @unchecked Sendable {
  private let host: vvsi_instance_host
  private let gate = Lock()
  private var isOpen = true

  /// The table must be as long as the one that this was compiled for.
  init(_ host: vvsi_instance_host) {
    self.host = host
  }

  func commit(_ ticket: UInt64, _ state: UnsafeBufferPointer<UInt8>) {
    pass { host.commit(host.context, ticket, vvsi_bytes(state)) }
  }

  func notify(_ ticket: UInt64, _ notification: UnsafeBufferPointer<UInt8>) {
    pass { host.notify(host.context, ticket, vvsi_bytes(notification)) }
  }

  func settle(_ ticket: UInt64) {
    // Ticket 0 stands for work that belongs to no action; nobody waits for it.
    guard ticket != 0 else { return }
    pass { host.settle(host.context, ticket) }
  }

  func fail(_ ticket: UInt64, _ error: any Error) {
    Fault(error).withTable { fault in
      pass { host.fail(host.context, ticket, fault) }
    }
  }

  func route(_ ticket: UInt64, _ route: [UInt8]) {
    pass { withBytes(route) { host.route(host.context, ticket, $0) } }
  }

  func trigger(_ action: UnsafeBufferPointer<UInt8>) {
    pass { host.trigger(host.context, vvsi_bytes(action)) }
  }

  /// Returns when no call to the host is under way; none is made after that.
  func close() {
    gate.withLock { isOpen = false }
  }

  private func pass(_ call: () -> Void) {
    gate.withLock {
      if isOpen { call() }
    }
  }
}
