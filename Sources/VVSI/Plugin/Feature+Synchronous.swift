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
      return .init(
        store: store, committer: committer, runner: SynchronousRunner(interactor(), center),
        subscriptions: [link.forward(center.notifications, of: store)])
    }
    self.init(id, style: "synchronous", summary: summary, blueprint)
  }
}
