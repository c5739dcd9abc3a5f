/// Runs the actions of an interactor in the synchronous form.
final class SynchronousRunner<Interactor: SynchronousInteractorProtocol>: Runner {
  private let interactor: Interactor
  private let center: EffectCenter<Interactor.S, Interactor.A, Interactor.N>

  init(
    _ interactor: Interactor, _ center: EffectCenter<Interactor.S, Interactor.A, Interactor.N>
  ) {
    self.interactor = interactor
    self.center = center
  }

  func run(_ ticket: UInt64, _ action: Interactor.A) {
    let effects = Effects(center: center, ticket: ticket)
    center.execute(ticket) { state throws(Interactor.Failure) in
      try interactor.execute(&state, action, effects)
    }
  }

  func cancel(_ ticket: UInt64) {
    center.cancel(ticket)
  }

  func close() {
    center.close()
  }
}
