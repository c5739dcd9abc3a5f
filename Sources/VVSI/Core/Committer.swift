/// Takes each new state, under the state's lock and in the order of the changes.
protocol Committer<S>: AnyObject {
  associatedtype S: Sendable

  /// Makes `state` known unless it equals the one before.
  ///
  /// May put another state in its place if it cannot.
  ///
  /// - Returns: Whether the state is another one than before.
  @discardableResult
  func commit(_ state: inout S, _ ticket: UInt64, _ instance: Instance) -> Bool
}
