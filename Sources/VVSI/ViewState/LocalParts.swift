/// What a ``ViewState`` is made of.
struct LocalParts<S: Sendable, A: Sendable, N: Sendable> {
  let committer: LocalCommitter<S>
  let outlet: LocalOutlet
  let runner: any Runner<A>
  let notifications: Relay<N>

  init<Interactor: ViewStateInteractorProtocol>(_ state: S, _ interactor: Interactor)
  where Interactor.S == S, Interactor.A == A, Interactor.N == N {
    let committer = LocalCommitter(state)
    self.committer = committer
    outlet = LocalOutlet()
    let store = Store(state, outlet: outlet) { committer.commit(&$0, $1, $2) }
    runner = InteractorRunner(interactor, store)
    notifications = Relay(interactor.notifications, of: store)
  }

  init<Interactor: SynchronousInteractorProtocol>(_ state: S, _ interactor: Interactor)
  where Interactor.S == S, Interactor.A == A, Interactor.N == N {
    let committer = LocalCommitter(state)
    self.committer = committer
    outlet = LocalOutlet()
    let store = Store(state, outlet: outlet) { committer.commit(&$0, $1, $2) }
    let queue = WeakReference<QueueingRunner<A>>()
    let center = EffectCenter<S, A, N>(store) { [outlet] action in
      queue.object?.run(outlet.begin().ticket, action)
    }
    let runner = QueueingRunner(SynchronousRunner(interactor, center), store)
    queue.object = runner
    self.runner = runner
    notifications = Relay(center.notifications, of: store)
  }
}

/// Refers to an object that is made later, without keeping it.
private final class WeakReference<Object: AnyObject>: @unchecked Sendable {
  weak var object: Object?
}
