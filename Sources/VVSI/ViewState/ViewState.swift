/// A state with its interactor, for use without a host: in an app, or in tests.
///
/// ```swift
/// let viewState = ViewState(ListView.State(), ListView.Interactor())
/// await viewState.trigger(.add).settled()
/// print(viewState.state)
/// ```
///
/// It may be read and triggered from anywhere. Actions run in the order triggered; an action that is triggered while
/// another executes, by a subscriber or by the interactor itself, waits its turn. A change that leaves the state equal is
/// not published. Nothing that an action started keeps a `ViewState` alive; what still runs when it is freed goes on
/// unseen, except for effects, which are cancelled.
public final class ViewState<Interactor: InteractorProtocol>: ViewStateProtocol,
  @unchecked Sendable
{
  /// The state.
  public typealias S = Interactor.S
  /// The actions.
  public typealias A = Interactor.A
  /// The notifications.
  public typealias N = Interactor.N

  /// The state as of now; `$state` publishes it, the present one first.
  @Shown public var state: S

  /// What the interactor sends apart from the state; lost if nobody listens.
  public var notifications: AnyPublisher<N, Never> { relay.subject.eraseToAnyPublisher() }

  /// The errors that actions failed with.
  public var failures: AnyPublisher<any Error, Never> { outlet.failures.eraseToAnyPublisher() }

  private let relay: Relay<N>
  private let outlet: LocalOutlet
  private let runner: any Runner<A>

  init(_ parts: LocalParts<S, A, N>) {
    _state = Shown(parts.committer)
    relay = parts.notifications
    outlet = parts.outlet
    runner = parts.runner
  }

  deinit {
    runner.close()
  }

  /// Asks the interactor to execute an action, after those triggered before.
  ///
  /// - Returns: What can be waited on until the action is settled.
  @discardableResult
  public nonisolated func trigger(_ action: A) -> TriggeredAction {
    let (ticket, triggered) = outlet.begin()
    runner.run(ticket, action)
    return triggered
  }
}

extension ViewState where Interactor: ViewStateInteractorProtocol {
  /// Begins with a state.
  public convenience init(_ state: S, _ interactor: Interactor) {
    self.init(LocalParts(state, interactor))
  }
}

extension ViewState where Interactor: InitialStateProtocol {
  /// Begins with the interactor's initial state.
  public convenience init(_ interactor: Interactor) {
    self.init(interactor.initialState, interactor)
  }
}

extension ViewState where Interactor: SynchronousInteractorProtocol {
  /// Begins with a state.
  ///
  /// An action without effects is settled when ``trigger(_:)`` returns, unless it had to wait for another one.
  public convenience init(_ state: S, _ interactor: Interactor) {
    self.init(LocalParts(state, interactor))
  }
}

#if canImport(Combine)
  extension ViewState: ObservableObject {
    /// Says on the main thread that the state has changed.
    public var objectWillChange: AnyPublisher<Void, Never> {
      $state.dropFirst().map { _ in }.receive(on: RunLoop.main).eraseToAnyPublisher()
    }
  }
#endif
