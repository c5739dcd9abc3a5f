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
    /// Reads an action and runs it.
    let trigger: (UInt64, UnsafeBufferPointer<UInt8>) throws -> Void

    /// Makes the parts; `run` is the runner's, as a closure because the compiler can make one for the types at hand, where
    /// it cannot for a protocol.
    init(
      _ link: Link<S, A, N>, _ store: Store<S>, _ committer: HostCommitter<S>,
      _ runner: any Runner<A>, _ subscriptions: [AnyCancellable],
      run: @escaping (UInt64, A) -> Void
    ) {
      self.store = store
      self.committer = committer
      self.runner = runner
      self.subscriptions = subscriptions
      let decode = link.coding.action.decode
      trigger = { ticket, text in run(ticket, try decode(text)) }
    }
  }

  private let parts: Parts
  private let outlet: HostOutlet

  init(_ parts: Parts, _ link: Link<S, A, N>) {
    self.parts = parts
    outlet = link.outlet
  }

  func snapshot(_ sink: vvsi_sink) {
    sink.write(parts.store.withLock { parts.committer.committed })
  }

  func trigger(_ ticket: UInt64, _ action: UnsafeBufferPointer<UInt8>, _ fault: vvsi_sink) -> Bool {
    do {
      try parts.trigger(ticket, action)
      return true
    } catch {
      fault.fail(error)
      return false
    }
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
