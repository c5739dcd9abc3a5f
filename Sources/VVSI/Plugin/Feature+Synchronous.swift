extension Feature {
  /// A feature in the synchronous form, which begins with `state`.
  public init<Interactor: SynchronousInteractorProtocol>(
    _ id: String, summary: String = "", state: Interactor.S,
    interactor: @escaping @Sendable () -> Interactor
  ) where Interactor.S: Codable, Interactor.A: Codable, Interactor.N: Codable {
    self.init(id, summary: summary, coding: .json(), state: state, interactor: interactor)
  }

  /// A feature in the synchronous form with codecs or a migration of its own, which begins with `state`.
  public init<Interactor: SynchronousInteractorProtocol>(
    _ id: String, summary: String = "",
    coding: Coding<Interactor.S, Interactor.A, Interactor.N>, state: Interactor.S,
    interactor: @escaping @Sendable () -> Interactor
  ) {
    let blueprint = TypedBlueprint(coding: coding) { link, given in
      let (store, committer) = try link.makeStore(given ?? state)
      let center = EffectCenter<_, Interactor.A, Interactor.N>(store, trigger: link.trigger)
      let runner = SynchronousRunner(interactor(), center)
      let notifications = link.forward(center.notifications, of: store)
      return .init(link, store, committer, runner, [notifications]) { runner.run($0, $1) }
    }
    self.init(id, style: "synchronous", summary: summary, blueprint)
  }
}
