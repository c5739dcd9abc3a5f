import VVSIHost

/// Holds what changed until the one receiver asks for it.
final class WatchReports: Sendable {
  private struct State {
    var changed: Set<String> = []
    var isFinished = false
    var receiver: CheckedContinuation<Set<String>?, Never>?
  }

  private let state = Guarded(State())

  func add(_ plugins: Set<String>) {
    guard !plugins.isEmpty else { return }
    state.withLock { state in
      state.changed.formUnion(plugins)
      deliver(&state)
    }
  }

  func finish() {
    state.withLock { state in
      state.isFinished = true
      deliver(&state)
    }
  }

  /// What changed since the last call, as soon as there is anything; nil at the end or if the task is cancelled.
  func next() async -> Set<String>? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { receiver in
        state.withLock { state in
          // A second receiver takes the place of the first, which would wait for ever otherwise.
          state.receiver?.resume(returning: nil)
          state.receiver = receiver
          if Task.isCancelled { cancel(&state) } else { deliver(&state) }
        }
      }
    } onCancel: {
      state.withLock { cancel(&$0) }
    }
  }

  private func deliver(_ state: inout State) {
    guard let receiver = state.receiver, !state.changed.isEmpty || state.isFinished else { return }
    state.receiver = nil
    receiver.resume(returning: state.changed.isEmpty ? nil : state.changed)
    state.changed = []
  }

  private func cancel(_ state: inout State) {
    state.receiver?.resume(returning: nil)
    state.receiver = nil
  }
}
