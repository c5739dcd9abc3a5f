#if !canImport(Combine)
  /// A publisher whose kind is hidden.
  public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let upstream: any Publisher<Output, Failure>

    /// Hides which publisher `upstream` is.
    public init(_ upstream: some Publisher<Output, Failure>) {
      self.upstream = upstream
    }

    /// Calls the closures for each value and at the end, until the result is cancelled or freed.
    public func sink(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
      upstream.sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    }
  }

  // It holds nothing but a subject of ours, and those may be shared where their values may.
  extension AnyPublisher: @unchecked Sendable where Output: Sendable {}
#endif
