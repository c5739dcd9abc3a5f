/// The view of an intent as a feature: has a screen, and hears what its user does.
///
/// ```swift
/// final class CounterViewController: IntentViewController<CounterIntent>, IntentView {
///   let screen = Screen<CounterScreen, CounterAlert>(CounterScreen())
///   let upButton = Button()
///
///   func perform(_ action: CounterAction) {
///     switch action {
///     case .valueUp: upButton.tap()
///     }
///   }
/// }
/// ```
public protocol IntentView: AnyObject {
  /// What the screen shows.
  associatedtype S: Sendable
  /// What its user can do.
  associatedtype A: Sendable
  /// What it says once; `Never` if nothing.
  associatedtype N: Sendable

  /// What the view shows.
  var screen: Screen<S, N> { get }

  /// Does what the user did, usually by tapping a ``Button``.
  ///
  /// Actions come one after the other, in the order triggered, and never while a state is rendered. An error that it
  /// throws fails the action.
  func perform(_ action: A) throws
}
