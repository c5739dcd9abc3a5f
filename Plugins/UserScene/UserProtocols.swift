/// What the view asks of the interactor.
protocol UserBusinessLogic: AnyObject {
  func fetchUserData(request: UserModels.FetchUser.Request) throws
}

/// What the interactor tells the presenter.
protocol UserPresentationLogic: AnyObject {
  func presentUserData(response: UserModels.FetchUser.Response)
}

/// What the presenter has the view show.
protocol UserDisplayLogic: AnyObject {
  func displayUserData(viewModel: UserModels.FetchUser.ViewModel)
}

/// Where one can go from here.
protocol UserRoutingLogic: AnyObject {
  func routeToItems() throws
}

/// Knows where users come from.
protocol UserWorking {
  /// The source to use where a request names none.
  var defaultSource: String { get }

  func user(id: Int, from source: String) throws(UserWorkerError) -> User
}
