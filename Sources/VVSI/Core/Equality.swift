import VVSIJSON

/// Whether two states are equal, as their type says; nil if it does not say.
func areEqual<S>(_ one: S, _ other: S) -> Bool? {
  (one as? any Equatable)?.equals(other)
}

/// Whether two states are equal, as their type says, or else if they are written the same.
func areAlike<S>(_ one: S, _ other: S) -> Bool {
  if let areEqual = areEqual(one, other) { return areEqual }
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
