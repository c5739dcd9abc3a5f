/// Holds the logic between actions and state, in the form that changes the state directly: the fastest one.
///
/// ```swift
/// struct Clock: SynchronousInteractorProtocol {
///   func execute(
///     _ state: inout Time, _ action: Action, _ effects: Effects<Time, Action, Never>
///   ) {
///     switch action {
///     case .start:
///       effects.run(id: "tick") { effect in
///         while true {
///           try await Task.sleep(for: .seconds(1))
///           try effect.update { $0.seconds += 1 }
///         }
///       }
///     case .stop: effects.cancel(id: "tick")
///     }
///   }
/// }
/// ```
///
/// Actions of one instance run in the order triggered, on the thread that triggers, without a task in between. An action
/// that starts no effect is settled when `execute` returns.
public protocol SynchronousInteractorProtocol: InteractorProtocol {
  // Declared again so that they can be inferred from `execute`.

  /// The state.
  associatedtype S
  /// The actions.
  associatedtype A
  /// The notifications; none unless an interactor says otherwise.
  associatedtype N = Never
  /// What `execute` may throw.
  associatedtype Failure: Error

  /// Executes an action: changes the state in place, all at once as others see it.
  ///
  /// If it throws, the state stays as it was, no effect starts, and the action fails.
  func execute(_ state: inout S, _ action: A, _ effects: Effects<S, A, N>) throws(Failure)
}
