/// Runs the actions of an interactor in the published form.
final class InteractorRunner<Interactor: ViewStateInteractorProtocol>: Runner {
  private let store: Store<Interactor.S>
  private let turns: Turns<Interactor.A>

  init(_ interactor: Interactor, _ store: Store<Interactor.S>) {
    self.store = store
    turns = Turns { token, action in
      try await interactor.execute(
        Store<Interactor.S>.reader(token), action, Store<Interactor.S>.updater(token))
    }
  }

  func run(_ ticket: UInt64, _ action: Interactor.A) {
    turns.take(store.issue(ticket), action)
  }

  /// The published form has no way to end what it started.
  func cancel(_ ticket: UInt64) {}

  func close() {}
}
