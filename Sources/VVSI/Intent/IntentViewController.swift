/// The view of an intent: binds what its user does to the intent, and renders the states that come back.
///
/// Setting `intent` unbinds the one before, then binds the new one and lays out the view. States that the intent sends
/// meanwhile are rendered right after. Rendering and what the user does never happen at the same time.
open class IntentViewController<I: Intent> {
  /// Ends what `bind(_:)` subscribed to; a new one for every intent.
  public private(set) var disposeBag = DisposeBag()

  /// Ends the rendering of the present intent's states.
  private(set) var rendering = DisposeBag()

  /// Whose states are shown.
  public var intent: I? {
    didSet { turn.withLock { rebind() } }
  }

  /// Held while the view's code runs.
  private let turn = Lock(recursive: true)
  private var isBinding = false
  private var hasLoaded = false

  /// States that wait to be rendered.
  private let states = Mailbox<() -> Void> { $0() }

  /// Makes a view without an intent.
  public init() {}

  /// Called once, before the first action.
  ///
  /// Override it to set the intent.
  open func viewDidLoad() {}

  /// Override it to bind what the user does to the intent.
  open func bind(_ intent: I) {}

  /// Override it to show a state.
  open func renderBy(_ state: I.State) {}

  /// Override it to lay out the view; called after an intent was bound.
  open func setLayout() {}

  /// Override it to let go of what can be made again.
  ///
  /// There is no system here that calls it.
  open func didReceiveMemoryWarning() {}

  /// Calls ``viewDidLoad()`` unless that has happened.
  public final func loadViewIfNeeded() {
    turn.withLock {
      guard !hasLoaded else { return }
      hasLoaded = true
      viewDidLoad()
    }
  }

  /// Renders a state when those before it have been rendered.
  final func render(_ state: I.State) {
    states.put { [weak self] in self?.renderBy(state) }
    turn.withLock {
      if !isBinding { states.deliver() }
    }
  }

  /// Does something while nothing is rendered.
  final func takeTurn(_ body: () -> Void) {
    turn.withLock(body)
  }

  private func rebind() {
    disposeBag = DisposeBag()
    rendering = DisposeBag()
    guard let intent else { return }
    isBinding = true
    intent.bind(to: self)
    bind(intent)
    setLayout()
    isBinding = false
    states.deliver()
  }
}
