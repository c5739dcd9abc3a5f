/// The view of a VIP scene.
///
/// One cycle goes from here to the interactor as a request, from there to the presenter as a response, and back here as a
/// view model, which the view shows:
///
/// ```swift
/// final class UserViewController: SceneViewController<UserState, Never>, SceneView {
///   var interactor: (any UserBusinessLogic)?
///
///   func perform(_ action: UserAction) throws {
///     switch action {
///     case .fetchUser(let request): try interactor?.fetchUserData(request: request)
///     }
///   }
///
///   func displayUserData(viewModel: UserModels.FetchUser.ViewModel) {
///     screen.show { $0.name = viewModel.displayName }
///   }
/// }
/// ```
///
/// Interactor, presenter, router and workers are the scene's own types and know each other through its protocols.
public protocol SceneView: AnyObject {
  /// What the screen shows.
  associatedtype S: Sendable
  /// What its user can do.
  associatedtype A: Sendable
  /// What it says once; `Never` if nothing.
  associatedtype N: Sendable

  /// What the view shows.
  var screen: Screen<S, N> { get }

  /// Called once, before the first action.
  func viewDidLoad()

  /// Does what follows from something that the user did, usually by a request to the interactor.
  ///
  /// Actions come one after the other, in the order triggered. An implementation may be plain, `async`, `throws`, or
  /// bound to an actor, as its author writes it. An error that it throws fails the action.
  nonisolated(nonsending) func perform(_ action: A) async throws
}
