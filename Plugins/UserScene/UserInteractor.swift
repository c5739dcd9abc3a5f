final class UserInteractor: UserBusinessLogic {
  var presenter: (any UserPresentationLogic)?
  private let worker: any UserWorking

  init(worker: some UserWorking) {
    self.worker = worker
  }

  func fetchUserData(request: UserModels.FetchUser.Request) throws {
    let source = request.source ?? worker.defaultSource
    let user = try worker.user(id: request.id, from: source)
    presenter?.presentUserData(response: .init(user: user, source: source))
  }
}
