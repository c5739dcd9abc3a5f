/// Publishes each new state to subscribers in this process.
final class LocalCommitter<S: Sendable>: Committer {
  let subject: CurrentValueSubject<S, Never>

  init(_ state: S) {
    subject = CurrentValueSubject(state)
  }

  func commit(_ state: inout S, ticket: UInt64) -> Bool {
    guard !areEqual(subject.value, state) else { return false }
    subject.send(state)
    return true
  }
}

/// Whether two states are equal: as the type says, or else if their encodings are.
func areEqual<S>(_ one: S, _ other: S) -> Bool {
  if let one = one as? any Equatable { return one.equals(other) }
  guard let one = one as? any Encodable, let other = other as? any Encodable,
    let text = try? JSONText.encode(one)
  else { return false }
  return text == (try? JSONText.encode(other))
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool {
    (other as? Self).map { $0 == self } ?? false
  }
}
