/// Runs the actions of an interactor in the published form.
final class InteractorRunner<Interactor: ViewStateInteractorProtocol>: Runner {
  private let interactor: Interactor
  private let store: Store<Interactor.S>
  private let turns = Turns()

  init(_ interactor: Interactor, _ store: Store<Interactor.S>) {
    self.interactor = interactor
    self.store = store
  }

  func run(_ ticket: UInt64, _ action: Interactor.A) {
    let token = store.issue(ticket)
    let (interactor, store) = (interactor, store)
    // Inside a change the state is locked, and `execute` may want to change it at once.
    turns.take(elsewhere: store.isChangingHere) {
      await Token.$current.withValue(token) {
        do {
          try await interactor.execute(store.reader(token), action, store.updater(token))
        } catch {
          store.fail(token.ticket, error)
        }
      }
    }
  }

  /// The published form has no way to end what it started.
  func cancel(_ ticket: UInt64) {}

  func close() {}
}
