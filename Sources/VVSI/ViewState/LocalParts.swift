/// What a ``ViewState`` is made of.
struct LocalParts<S: Sendable, A: Sendable, N: Sendable> {
  let committer: LocalCommitter<S>
  let outlet: LocalOutlet
  let runner: any Runner<A>
  let notifications: PassthroughSubject<N, Never>

  init<Interactor: ViewStateInteractorProtocol>(_ state: S, _ interactor: Interactor)
  where Interactor.S == S, Interactor.A == A, Interactor.N == N {
    committer = LocalCommitter(state)
    outlet = LocalOutlet()
    runner = InteractorRunner(
      interactor, Store(state, committer: committer, outlet: outlet))
    notifications = interactor.notifications
  }

  init<Interactor: SynchronousInteractorProtocol>(_ state: S, _ interactor: Interactor)
  where Interactor.S == S, Interactor.A == A, Interactor.N == N {
    committer = LocalCommitter(state)
    outlet = LocalOutlet()
    let store = Store(state, committer: committer, outlet: outlet)
    let queue = WeakReference<QueueingRunner<A>>()
    let center = EffectCenter<S, A, N>(store) { [outlet] action in
      queue.object?.run(outlet.begin().ticket, action)
    }
    let runner = QueueingRunner(SynchronousRunner(interactor, center), store)
    queue.object = runner
    self.runner = runner
    notifications = center.notifications
  }
}

/// Refers to an object that is made later, without keeping it.
private final class WeakReference<Object: AnyObject>: @unchecked Sendable {
  weak var object: Object?
}
