/// A value that is read here and published under the name with `$`; it changes elsewhere.
@propertyWrapper
public struct Shown<Value: Sendable>: Sendable {
  private let committer: LocalCommitter<Value>

  init(_ committer: LocalCommitter<Value>) {
    self.committer = committer
  }

  /// The value as of now.
  public var wrappedValue: Value { committer.current }

  /// Publishes the value, the present one first.
  public var projectedValue: AnyPublisher<Value, Never> { committer.subject.eraseToAnyPublisher() }
}
