import VVSI

/// The use cases of the scene.
enum UserModels {
  enum FetchUser: UseCase {
    /// Which user, and where from: a JSON file or an http URL.
    struct Request: Codable {
      var id: Int
      var source: String?
    }

    struct Response {
      var user: User
      var source: String
    }

    struct ViewModel {
      var displayName: String
      var displayEmail: String
      var displaySource: String
    }
  }
}

/// A user as the source has it.
struct User: Codable {
  var id: Int
  var firstName: String
  var lastName: String
  var email: String
}

/// What the view shows.
struct UserState: StateProtocol {
  var name = ""
  var email = ""
  var source = ""
}

/// What its user can do.
enum UserAction: ActionProtocol {
  case fetchUser(UserModels.FetchUser.Request)
  case showItems
}
