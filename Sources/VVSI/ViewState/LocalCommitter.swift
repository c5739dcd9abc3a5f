/// Publishes each new state to subscribers in this process.
final class LocalCommitter<S: Sendable>: Committer {
  let subject: CurrentValueSubject<S, Never>

  init(_ state: S) {
    subject = CurrentValueSubject(state)
  }

  func commit(_ state: inout S, ticket: UInt64) -> Bool {
    guard !areAlike(subject.value, state) else { return false }
    subject.send(state)
    return true
  }
}
