import CVVSI

/// One instance as the host holds it.
protocol HostedInstance: AnyObject {
  func snapshot(_ sink: vvsi_sink)
  func trigger(_ ticket: UInt64, _ action: UnsafeBufferPointer<UInt8>, _ fault: vvsi_sink) -> Bool
  func cancel(_ ticket: UInt64)
  func destroy()
}

/// An instance of a feature with these types, in any style.
final class TypedInstance<S: Sendable, A: Sendable, N: Sendable>: HostedInstance {
  /// What a style makes of an instance.
  struct Parts {
    let store: Store<S>
    let committer: HostCommitter<S>
    let runner: any Runner<A>
    /// What carries notifications and routes to the host.
    let subscriptions: [AnyCancellable]
  }

  private let parts: Parts
  private let coding: Coding<S, A, N>
  private let outlet: HostOutlet

  init(_ parts: Parts, _ link: Link<S, A, N>) {
    self.parts = parts
    coding = link.coding
    outlet = link.outlet
  }

  func snapshot(_ sink: vvsi_sink) {
    sink.write(parts.store.withLock { parts.committer.committed })
  }

  func trigger(_ ticket: UInt64, _ action: UnsafeBufferPointer<UInt8>, _ fault: vvsi_sink) -> Bool {
    let decoded: A
    do {
      decoded = try coding.action.decode(action)
    } catch {
      fault.fail(error)
      return false
    }
    parts.runner.run(ticket, decoded)
    return true
  }

  func cancel(_ ticket: UInt64) {
    parts.runner.cancel(ticket)
  }

  func destroy() {
    outlet.close()
    for subscription in parts.subscriptions { subscription.cancel() }
    parts.runner.close()
  }
}
