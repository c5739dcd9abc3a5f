import VVSIJSON

/// What connects one instance with its host while the instance is made.
struct Link<S: Sendable, A: Sendable, N: Sendable> {
  let coding: Coding<S, A, N>
  let outlet: HostOutlet
  /// Whether equal states have equal texts.
  let isSteady: Bool

  func makeCommitter(_ state: S) throws -> HostCommitter<S> {
    try HostCommitter(state, coding.state, isSteady: isSteady, outlet)
  }

  /// A store that tells the host its changes, beginning with `state`.
  func makeStore(_ state: S) throws -> (Store<S>, HostCommitter<S>) {
    let committer = try makeCommitter(state)
    let store = Store(state, outlet: outlet) { committer.commit(&$0, $1, $2) }
    return (store, committer)
  }

  /// Tells the host what is sent through a subject.
  ///
  /// The result must be kept.
  func forward(_ subject: PassthroughSubject<N, Never>, of instance: Instance) -> AnyCancellable {
    let (codec, outlet) = (coding.notification, outlet)
    return subject.tap { [weak instance] notification in
      let ticket = instance?.currentTicket ?? 0
      do {
        try codec.write(notification) { outlet.notify(ticket, $0) }
      } catch {
        outlet.fail(ticket, error)
      }
    }
  }

  /// Tells the host where a view asks to be led to.
  ///
  /// The result must be kept.
  func forward(_ routes: PassthroughSubject<Route, Never>, of instance: Instance) -> AnyCancellable
  {
    routes.tap { [weak instance, outlet] route in
      outlet.route(instance?.currentTicket ?? 0, route.json.bytes())
    }
  }

  /// Queues an action of the instance's own with the host.
  func trigger(_ action: A) {
    do {
      try coding.action.write(action) { outlet.trigger($0) }
    } catch {
      outlet.fail(0, error)
    }
  }
}
