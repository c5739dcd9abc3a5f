/// What the two forms of interactor have in common: the types that they speak.
///
/// Conform to ``ViewStateInteractorProtocol`` or ``SynchronousInteractorProtocol``, not to this.
public protocol InteractorProtocol: Sendable {
  /// The state.
  associatedtype S: Sendable
  /// The actions.
  associatedtype A: Sendable
  /// The notifications; `Never` if there are none.
  associatedtype N: Sendable
}
