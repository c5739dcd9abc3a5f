import VVSIJSON

/// What a view shows where there is no display: the state, notifications and routes.
///
/// With a host they go to the host; without one they can be read and subscribed to here. It may be used from anywhere.
/// What is shown, sent and asked for belongs to the action whose code does so.
public final class Screen<S: Sendable, N: Sendable>: @unchecked Sendable {
  /// What is shown now; `$state` publishes it, the present one first.
  @Shown public var state: S

  let store: Store<S>
  let committer: ScreenCommitter<S>
  let notificationSubject = PassthroughSubject<N, Never>()
  let routeSubject = PassthroughSubject<Route, Never>()
  private let outlet = LocalOutlet()
  private let notificationRelay: Relay<N>
  private let routeRelay: Relay<Route>

  /// Makes a screen that shows `state`.
  public init(_ state: S) {
    let committer = ScreenCommitter(state)
    self.committer = committer
    store = Store(state, outlet: outlet) { committer.commit(&$0, $1, $2) }
    notificationRelay = Relay(notificationSubject, of: store)
    routeRelay = Relay(routeSubject, of: store)
    _state = Shown(committer.local)
  }

  /// The notifications; lost if nobody listens.
  public var notifications: AnyPublisher<N, Never> {
    notificationRelay.subject.eraseToAnyPublisher()
  }

  /// The routes asked for; lost if nobody listens.
  public var routes: AnyPublisher<Route, Never> { routeRelay.subject.eraseToAnyPublisher() }

  /// The errors reported where there is no host; lost if nobody listens.
  public var failures: AnyPublisher<any Error, Never> { outlet.failures.eraseToAnyPublisher() }

  /// Changes what is shown, all at once.
  ///
  /// A change that leaves it equal is none. Inside another change it waits until that one is over.
  public func show(_ change: @escaping (inout S) -> Void) {
    let ticket = store.currentTicket
    store.outsideOfChange { [store] in store.update(ticket, change) }
  }

  /// Sends what should be said once and not stay on the screen.
  public func notify(_ notification: N) {
    notificationSubject.send(notification)
  }

  /// Asks to be led to another feature, and to a place in it if that has any.
  public func route(to feature: String, at place: String = "") {
    routeSubject.send(Route(feature: feature, to: place, payload: .null))
  }

  /// Asks to be led to another feature, and to a place in it if that has any, and hands something over.
  ///
  /// - Throws: What the encoding of the payload throws.
  public func route(
    to feature: String, at place: String = "", payload: some Encodable
  ) throws {
    let text = try JSONText.encode(payload)
    routeSubject.send(Route(feature: feature, to: place, payload: try JSON(parsing: text)))
  }

  /// Fails the action whose code calls this.
  public func fail(_ error: any Error) {
    store.fail(store.currentTicket, error)
  }

  /// Makes a host the audience, before the first action; shows `state` if there is one.
  func connect(_ host: HostCommitter<S>, _ state: S?, _ outlet: any Outlet) {
    if let state { store.update(0) { $0 = state } }
    committer.host = host
    store.connect(outlet)
  }
}
