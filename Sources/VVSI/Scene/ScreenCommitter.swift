/// Shows each new state to this process, and to the host if there is one.
final class ScreenCommitter<S: Sendable> {
  let local: LocalCommitter<S>
  /// Set before the first action.
  var host: HostCommitter<S>?

  init(_ state: S) {
    local = LocalCommitter(state)
  }

  func commit(_ state: inout S, _ ticket: UInt64, _ instance: Instance) -> Bool {
    guard let host else { return local.commit(&state, ticket, instance) }
    guard host.commit(&state, ticket, instance) else { return false }
    local.show(state, instance)
    return true
  }
}
