/// A value that is read here and published under the name with `$`; it changes elsewhere.
@propertyWrapper
public struct Shown<Value: Sendable>: @unchecked Sendable {
  private let subject: CurrentValueSubject<Value, Never>

  init(_ subject: CurrentValueSubject<Value, Never>) {
    self.subject = subject
  }

  /// The value as of now.
  public var wrappedValue: Value { subject.value }

  /// Publishes the value, the present one first.
  public var projectedValue: AnyPublisher<Value, Never> { subject.eraseToAnyPublisher() }
}
