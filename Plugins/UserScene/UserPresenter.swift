final class UserPresenter: UserPresentationLogic {
  weak var viewController: (any UserDisplayLogic)?

  func presentUserData(response: UserModels.FetchUser.Response) {
    let user = response.user
    viewController?.displayUserData(
      viewModel: .init(
        displayName: "\(user.lastName.uppercased()), \(user.firstName) (no. \(user.id))",
        displayEmail: "<\(user.email.lowercased())>",
        displaySource: response.source))
  }
}
