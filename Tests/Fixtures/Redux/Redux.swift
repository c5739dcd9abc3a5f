import VVSI

/// The state and the actions of the Redux-style store that this host is compared with.
struct ReduxState: StateProtocol {
  var items = ["a", "b", "c"]
  var n = 3
  var flag = true
  var name = "hello"
}

enum ReduxAction: ActionProtocol {
  case add
  case remove
}

/// In the synchronous form.
struct Redux: SynchronousInteractorProtocol {
  func execute(
    _ state: inout ReduxState, _ action: ReduxAction,
    _ effects: Effects<ReduxState, ReduxAction, Never>
  ) {
    switch action {
    case .add: state.items.append("New item")
    case .remove: _ = state.items.popLast()
    }
  }
}

/// In the published form.
final class PublishedRedux: ViewStateInteractorProtocol {
  typealias S = ReduxState
  typealias A = ReduxAction
  typealias N = Never

  let notifications = PassthroughSubject<Never, Never>()

  func execute(
    _ state: @escaping CurrentState<S>, _ action: A, _ updater: @escaping StateUpdater<S>
  ) {
    Task {
      await updater { state in
        switch action {
        case .add: state.items.append("New item")
        case .remove: _ = state.items.popLast()
        }
      }
    }
  }
}

/// What the host calls first.
@_cdecl("vvsi_main")
public func main(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
  Plugin.main(
    host,
    [
      Feature("redux", state: ReduxState()) { Redux() },
      Feature("published-redux", state: ReduxState()) { PublishedRedux() },
    ])
}
