// An action with a completion closure, as some published features have it.
import VVSI

struct LoginState: StateProtocol {
  var isLoggedIn = false
}

enum LoginAction {
  case login(name: String, completion: @Sendable (Bool) -> Void)
}

final class LoginInteractor: ViewStateInteractorProtocol {
  let notifications = PassthroughSubject<Never, Never>()

  func execute(
    _ state: @escaping CurrentState<LoginState>, _ action: LoginAction,
    _ updater: @escaping StateUpdater<LoginState>
  ) {
    Task { await updater { $0.isLoggedIn = true } }
  }
}

let login = Feature("login", state: LoginState()) { LoginInteractor() }
