import VVSI

/// A published-like feature: a namespace with state, actions, notifications and an interactor.
enum Shelf {
  struct State: StateProtocol, Equatable {
    var items: [String] = []
  }

  struct Options: Codable {
    let count: Int
  }

  enum Action: ActionProtocol {
    case add
    case addDetached
    case remove
    case fill(Options)
    case nothing
    case sleep
  }

  enum Notification: NotificationProtocol {
    case error(String)
  }

  struct Full: Error {}

  final class Interactor: ViewStateInteractorProtocol {
    typealias S = State
    typealias A = Action
    typealias N = Notification

    let notifications: PassthroughSubject<N, Never> = .init()

    func execute(
      _ state: @escaping CurrentState<S>,
      _ action: Action,
      _ updater: @escaping StateUpdater<S>
    ) {
      switch action {
      case .add:
        Task { await add(updater) }
      case .addDetached:
        Task.detached { [weak self] in
          guard await state().items.count < 5 else {
            self?.notifications.send(.error("full"))
            return
          }
          await updater { state in
            state.items.append("new")
          }
        }
      case .remove:
        Task.detached {
          await updater { state in
            if !state.items.isEmpty { state.items.removeLast() }
          }
        }
      case .fill(let options):
        Task {
          await updater { state in
            state.items = Array(repeating: "x", count: options.count)
          }
        }
      case .nothing:
        Task { await updater { state in state.items += [] } }
      case .sleep:
        Task {
          try await Task.sleep(for: .seconds(3600)); await updater { $0.items = [] }
        }
      }
    }

    private func add(_ updater: StateUpdater<S>) async {
      do {
        try await update(updater) { state in
          guard state.items.count < 5 else { throw Full() }
          state.items.append("new")
        }
      } catch {
        notifications.send(.error("full"))
      }
    }
  }

  static var feature: Feature {
    Feature("shelf", summary: "A shelf.", state: State()) { Interactor() }
  }
}
