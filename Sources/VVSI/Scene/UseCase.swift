/// One thing that a VIP scene can do: a namespace for the three values that go round its cycle.
public protocol UseCase {
  /// What the view asks of the interactor.
  associatedtype Request
  /// What the interactor found out.
  associatedtype Response
  /// What the presenter made of it, ready to be shown.
  associatedtype ViewModel
}
