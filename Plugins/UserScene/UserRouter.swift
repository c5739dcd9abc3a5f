import VVSI

final class UserRouter: UserRoutingLogic {
  weak var viewController: UserViewController?

  /// Leads to the list, and tells it whose items are wanted.
  func routeToItems() throws {
    guard let screen = viewController?.screen else { return }
    try screen.route(to: "list", at: "items", payload: ["user": screen.state.name])
  }
}
