/// Whom an instance tells how its actions end.
protocol Outlet: AnyObject, Sendable {
  /// Nothing more comes of the action.
  func settle(_ ticket: UInt64)

  /// The action failed, or something that belongs to no action if `ticket` is 0.
  func fail(_ ticket: UInt64, _ error: any Error)
}
