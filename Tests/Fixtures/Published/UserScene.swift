// What the published scene names and does not show.
import VVSI

enum UserModels {
  enum FetchUser: UseCase {
    struct Request {}

    struct Response {
      struct UserData {
        var name: String
        var email: String
      }

      var userData: UserData
    }

    struct ViewModel {
      var displayName: String
      var displayEmail: String
    }
  }
}

protocol UserBusinessLogic {
  func fetchUserData(request: UserModels.FetchUser.Request)
}

protocol UserPresentationLogic {
  func presentUserData(response: UserModels.FetchUser.Response)
}

protocol UserDisplayLogic: AnyObject {
  func displayUserData(viewModel: UserModels.FetchUser.ViewModel)
}

struct UserState: StateProtocol {
  var name = ""
  var email = ""
}

final class UILabel {
  var text = ""
}

class UserViewControllerParts: SceneViewController<UserState, Never> {
  var interactor: (any UserBusinessLogic)?
  let nameLabel = UILabel()
  let emailLabel = UILabel()
}

class UserInteractorParts {
  var presenter: (any UserPresentationLogic)?
  let fetchedData = UserModels.FetchUser.Response.UserData(name: "", email: "")
}

class UserPresenterParts {
  weak var viewController: (any UserDisplayLogic)?
}
