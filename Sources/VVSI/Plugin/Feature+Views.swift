extension Feature {
  /// A feature whose view is that of a VIP scene.
  ///
  /// The closure assembles the scene and returns its view.
  public init<View: SceneView & SendableMetatype>(
    _ id: String, summary: String = "", view: @escaping @Sendable () -> View
  ) where View.S: Codable, View.A: Codable, View.N: Codable {
    self.init(id, summary: summary, coding: .json(), view: view)
  }

  /// A feature whose view is that of a VIP scene, with codecs or a migration of its own.
  public init<View: SceneView & SendableMetatype>(
    _ id: String, summary: String = "", coding: Coding<View.S, View.A, View.N>,
    view: @escaping @Sendable () -> View
  ) {
    self.init(id, "vip", summary, coding) { link, state in
      let view = view()
      return try view.screen.connect(link, state, SceneRunner(view)) { view.viewDidLoad() }
    }
  }

  /// A feature whose view is that of an intent.
  public init<
    I: Intent & SendableMetatype, View: IntentViewController<I> & IntentView & SendableMetatype
  >(
    _ id: String, summary: String = "", view: @escaping @Sendable () -> View
  ) where View.S: Codable, View.A: Codable, View.N: Codable {
    self.init(id, summary: summary, coding: .json(), view: view)
  }

  /// A feature whose view is that of an intent, with codecs or a migration of its own.
  public init<
    I: Intent & SendableMetatype, View: IntentViewController<I> & IntentView & SendableMetatype
  >(
    _ id: String, summary: String = "", coding: Coding<View.S, View.A, View.N>,
    view: @escaping @Sendable () -> View
  ) {
    self.init(id, "intent", summary, coding) { link, state in
      let view = view()
      return try view.screen.connect(link, state, IntentRunner(view)) { view.loadViewIfNeeded() }
    }
  }

  private init<S, A, N>(
    _ id: String, _ style: String, _ summary: String, _ coding: Coding<S, A, N>,
    _ make: @escaping @Sendable (Link<S, A, N>, S?) throws -> TypedInstance<S, A, N>.Parts
  ) {
    self.init(
      id, style: style, summary: summary, TypedBlueprint(coding: coding, make: make))
  }
}

extension Screen {
  /// Makes the host the audience, and has the view load.
  fileprivate func connect<A>(
    _ link: Link<S, A, N>, _ given: S?, _ runner: any Runner<A>, load: () -> Void
  ) throws -> TypedInstance<S, A, N>.Parts {
    let committer = try link.makeCommitter(given ?? state)
    connect(committer, given, link.outlet)
    let notifications = link.forward(notificationSubject, of: store)
    let routes = link.forward(routeSubject, of: store)
    load()
    return .init(link, store, committer, runner, [notifications, routes]) { runner.run($0, $1) }
  }
}
