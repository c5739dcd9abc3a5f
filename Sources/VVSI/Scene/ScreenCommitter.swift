/// Shows each new state to this process, and to the host if there is one.
final class ScreenCommitter<S: Sendable>: Committer {
  let subject: CurrentValueSubject<S, Never>
  /// Set before the first action.
  var host: HostCommitter<S>?

  init(_ state: S) {
    subject = CurrentValueSubject(state)
  }

  func commit(_ state: inout S, ticket: UInt64) -> Bool {
    let isNew = host?.commit(&state, ticket: ticket) ?? !areAlike(subject.value, state)
    if isNew { subject.send(state) }
    return isNew
  }
}
