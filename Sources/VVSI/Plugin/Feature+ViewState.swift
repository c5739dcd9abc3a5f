extension Feature {
  /// A feature in the published form, which begins with `state`.
  public init<Interactor: ViewStateInteractorProtocol>(
    _ id: String, summary: String = "", state: Interactor.S,
    interactor: @escaping @Sendable () -> Interactor
  ) where Interactor.S: Codable, Interactor.A: Codable, Interactor.N: Codable {
    self.init(id, summary: summary, coding: .json(), state: state, interactor: interactor)
  }

  /// A feature in the published form, which begins with the interactor's initial state.
  public init<Interactor: InitialStateProtocol>(
    _ id: String, summary: String = "", interactor: @escaping @Sendable () -> Interactor
  ) where Interactor.S: Codable, Interactor.A: Codable, Interactor.N: Codable {
    self.init(id, summary: summary, coding: .json(), interactor: interactor)
  }

  /// A feature in the published form with codecs or a migration of its own, which begins with `state`.
  public init<Interactor: ViewStateInteractorProtocol>(
    _ id: String, summary: String = "",
    coding: Coding<Interactor.S, Interactor.A, Interactor.N>, state: Interactor.S,
    interactor: @escaping @Sendable () -> Interactor
  ) {
    self.init(id, summary, coding, interactor) { _ in state }
  }

  /// A feature in the published form with codecs or a migration of its own, which begins with the interactor's initial
  /// state.
  public init<Interactor: InitialStateProtocol>(
    _ id: String, summary: String = "",
    coding: Coding<Interactor.S, Interactor.A, Interactor.N>,
    interactor: @escaping @Sendable () -> Interactor
  ) {
    self.init(id, summary, coding, interactor) { $0.initialState }
  }

  private init<Interactor: ViewStateInteractorProtocol>(
    _ id: String, _ summary: String,
    _ coding: Coding<Interactor.S, Interactor.A, Interactor.N>,
    _ interactor: @escaping @Sendable () -> Interactor,
    _ initialState: @escaping @Sendable (Interactor) -> Interactor.S
  ) {
    let blueprint = TypedBlueprint(coding: coding) { link, state in
      let interactor = interactor()
      let (store, committer) = try link.makeStore(state ?? initialState(interactor))
      let runner = InteractorRunner(interactor, store)
      let notifications = link.forward(interactor.notifications, of: store)
      return .init(link, store, committer, runner, [notifications]) { runner.run($0, $1) }
    }
    self.init(id, style: "vvsi", summary: summary, blueprint)
  }
}
