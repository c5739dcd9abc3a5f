/// Reads an instance's state as of now.
///
/// Runs on the caller's executor. An action counts as running as long as a copy of the one that it was given lives.
public typealias CurrentState<S: Sendable> = nonisolated(nonsending) @Sendable () async -> S

/// Changes an instance's state, atomically: nobody sees a state in the middle of the change, and no two changes overlap.
///
/// The change runs on the caller's executor, so that a caller on the main actor keeps its change there. An action counts
/// as running as long as a copy of the one that it was given lives. See ``update(_:_:)`` for a change that returns a
/// value or refuses.
public typealias StateUpdater<S: Sendable> =
  nonisolated(nonsending) @Sendable (@escaping (inout S) -> Void) async -> Void

/// Holds the logic between actions and state.
///
/// Actions of one instance begin in the order in which they were triggered, each after the `execute` before it has
/// returned. Work that takes long belongs into a task that `execute` starts; the action is settled when the last copy of
/// `state` and `updater` is gone, detached tasks included.
public protocol ViewStateInteractorProtocol: InteractorProtocol {
  // Declared again so that they can be inferred from `execute` and `notifications`.

  /// The state.
  associatedtype S
  /// The actions.
  associatedtype A
  /// The notifications; `Never` if there are none.
  associatedtype N

  /// Sends what the view should hear apart from the state.
  var notifications: PassthroughSubject<N, Never> { get }

  /// Executes an action.
  ///
  /// An implementation may be plain, `async`, `throws`, or bound to an actor such as the main actor, as its author
  /// writes it; it is called where it wants to run, and nothing is imposed on it. An error that it throws fails the
  /// action.
  nonisolated(nonsending) func execute(
    _ state: @escaping CurrentState<S>,
    _ action: A,
    _ updater: @escaping StateUpdater<S>
  ) async throws
}

/// An interactor that knows the state to begin with.
public protocol InitialStateProtocol: ViewStateInteractorProtocol {
  /// The state of a new instance.
  var initialState: S { get }
}
