import VVSI

final class UserViewController: SceneViewController<UserState, Never>, SceneView {
  var interactor: (any UserBusinessLogic)?
  var router: (any UserRoutingLogic)?

  func perform(_ action: UserAction) throws {
    switch action {
    case .fetchUser(let request): try interactor?.fetchUserData(request: request)
    case .showItems: try router?.routeToItems()
    }
  }
}

extension UserViewController: UserDisplayLogic {
  func displayUserData(viewModel: UserModels.FetchUser.ViewModel) {
    screen.show { state in
      state.name = viewModel.displayName
      state.email = viewModel.displayEmail
      state.source = viewModel.displaySource
    }
  }
}

extension UserViewController {
  /// Puts the scene together.
  static func assemble(worker: some UserWorking = UserWorker()) -> UserViewController {
    let view = UserViewController(UserState())
    let presenter = UserPresenter()
    presenter.viewController = view
    let interactor = UserInteractor(worker: worker)
    interactor.presenter = presenter
    let router = UserRouter()
    router.viewController = view
    view.interactor = interactor
    view.router = router
    return view
  }
}
