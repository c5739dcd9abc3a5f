import VVSI

extension ListView {
  final class Interactor: ViewStateInteractorProtocol {
    typealias S = State
    typealias A = Action
    typealias N = Notification

    let notifications = PassthroughSubject<N, Never>()

    func execute(
      _ state: @escaping CurrentState<S>,
      _ action: A,
      _ updater: @escaping StateUpdater<S>
    ) {
      switch action {
      case .add:
        Task { await add(updater) }
      case .remove:
        Task {
          await updater { state in
            _ = state.items.popLast()
          }
        }
      case .random(let options):
        Task { await fill(options, updater) }
      }
    }
  }
}

extension ListView.Interactor {
  private struct Full: Error {}

  /// The limit is checked in the change itself, so that no number of quick adds can pass it.
  private func add(_ updater: StateUpdater<S>) async {
    do {
      try await update(updater) { state in
        guard state.items.count < ListView.limit else { throw Full() }
        state.items.append("Item \(state.items.count + 1)")
      }
    } catch {
      notifications.send(.full(limit: ListView.limit))
    }
  }

  private func fill(_ options: ListView.Options, _ updater: StateUpdater<S>) async {
    guard 0...ListView.limit ~= options.count, 0...100 ~= options.length else {
      notifications.send(
        .refused(reason: "expected at most \(ListView.limit) items of at most 100 letters"))
      return
    }
    let items = (0..<options.count).map { _ in randomWord(options.length) }
    await updater { state in
      state.items = items
    }
  }

  private func randomWord(_ length: Int) -> String {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    return String((0..<length).compactMap { _ in letters.randomElement() })
  }
}
