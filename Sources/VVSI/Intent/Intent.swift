/// Holds the logic of a scene: the view calls its methods, and it answers with states.
public protocol Intent {
  /// What it answers with.
  associatedtype State: ModelState

  /// Ends the intent's own subscriptions when the intent goes.
  var disposeBag: DisposeBag { get }
  /// Carries the states to the view.
  var stateObserver: PublishRelay<State> { get }

  /// Connects the states with a view. By default the view renders each of them.
  func bind(to viewController: IntentViewController<Self>)
}

extension Intent {
  /// Has the view render each state, one at a time and in order, until it is given another intent.
  public func bind(to viewController: IntentViewController<Self>) {
    stateObserver.subscribe { [weak viewController] state in
      viewController?.render(state)
    }
    .disposed(by: viewController.rendering)
  }
}
