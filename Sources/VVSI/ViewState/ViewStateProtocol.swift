/// What a view sees of a state: the state, the notifications, and a way to trigger actions.
public protocol ViewStateProtocol: AnyObject {
  /// The state.
  associatedtype S: Sendable
  /// The actions.
  associatedtype A: Sendable
  /// The notifications.
  associatedtype N: Sendable

  /// What the interactor sends apart from the state; lost if nobody listens.
  var notifications: AnyPublisher<N, Never> { get }
  /// The state as of now.
  var state: S { get }

  /// Asks the interactor to execute an action.
  @MainActor @discardableResult func trigger(_ action: A) -> TriggeredAction
}
