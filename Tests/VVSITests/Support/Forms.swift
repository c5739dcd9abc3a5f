import VVSI

/// One small feature in each of the forms in which interactors are written.
enum Forms {
  struct State: StateProtocol, Equatable {
    var values: [Int] = []
  }

  enum Action: ActionProtocol {
    case add(Int)
    case refuse
  }

  struct Refused: Error {}

  /// Bound to the main actor where its author says so.
  final class OnMainActor: ViewStateInteractorProtocol {
    let notifications = PassthroughSubject<String, Never>()

    @MainActor
    func execute(
      _ state: @escaping CurrentState<State>, _ action: Action,
      _ updater: @escaping StateUpdater<State>
    ) {
      guard case .add(let value) = action else { return }
      MainActor.assertIsolated()
      Task {
        var count = 0
        await updater { state in
          // The change runs where its author is.
          MainActor.assertIsolated()
          state.values.append(value)
          count = state.values.count
        }
        notifications.send("\(count)")
      }
    }
  }

  /// A main-actor type with a state of its own.
  @MainActor
  final class MainActorType: ViewStateInteractorProtocol {
    nonisolated let notifications = PassthroughSubject<String, Never>()
    private var total = 0

    nonisolated init() {}

    func execute(
      _ state: @escaping CurrentState<State>, _ action: Action,
      _ updater: @escaping StateUpdater<State>
    ) {
      guard case .add(let value) = action else { return }
      total += value
      Task { await updater { $0.values.append(self.total) } }
    }
  }

  actor Actor: ViewStateInteractorProtocol {
    nonisolated let notifications = PassthroughSubject<Never, Never>()
    private var total = 0

    func execute(
      _ state: @escaping CurrentState<State>, _ action: Action,
      _ updater: @escaping StateUpdater<State>
    ) async throws {
      guard case .add(let value) = action else { throw Refused() }
      total += value
      await updater { [total] in $0.values.append(total) }
    }
  }

  struct Structure: InitialStateProtocol {
    let notifications = PassthroughSubject<Never, Never>()
    let initialState = State(values: [1])

    func execute(
      _ state: @escaping CurrentState<State>, _ action: Action,
      _ updater: @escaping StateUpdater<State>
    ) async throws {
      guard case .add(let value) = action else { throw Refused() }
      let sum = await state().values.reduce(0, +)
      await updater { $0.values.append(sum + value) }
    }
  }

  /// Fails in tasks of its own.
  final class Late: ViewStateInteractorProtocol {
    let notifications = PassthroughSubject<Never, Never>()

    func execute(
      _ state: @escaping CurrentState<State>, _ action: Action,
      _ updater: @escaping StateUpdater<State>
    ) {
      switch action {
      case .add: Task { await attempt { throw Refused() } }
      case .refuse:
        Task.detached {
          await attempt(updater) {
            await updater { $0.values.append(1) }
            throw Refused()
          }
        }
      }
    }
  }

  /// Keeps what it was handed until the next action.
  final class Keeper: ViewStateInteractorProtocol, @unchecked Sendable {
    let notifications = PassthroughSubject<Never, Never>()
    private var kept: StateUpdater<State>?

    func execute(
      _ state: @escaping CurrentState<State>, _ action: Action,
      _ updater: @escaping StateUpdater<State>
    ) async {
      switch action {
      case .add(let value):
        await updater { $0.values.append(value) }
        kept = updater
      case .refuse:
        await kept? { $0.values.append(-1) }
        kept = nil
      }
    }
  }
}
