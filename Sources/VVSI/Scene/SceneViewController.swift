/// What the views of VIP scenes have in common.
open class SceneViewController<S: Sendable, N: Sendable> {
  /// What the view shows.
  public let screen: Screen<S, N>

  /// Makes a view that shows `state`.
  public init(_ state: S) {
    screen = Screen(state)
  }

  /// Called once, before the first action.
  ///
  /// Override it to ask for what the view should show first.
  open func viewDidLoad() {}
}
