#if canImport(Combine)
  @_exported public import Combine

  // Its documentation allows calls from any thread; only the annotation is missing.
  extension PassthroughSubject: @retroactive @unchecked Sendable {}
#else
  /// Sends values to whoever listens; what Combine's protocol of this name is for where Combine exists.
  ///
  /// Receivers run on the thread that sends. Each gets its values one at a time and in order: while it is busy, whoever
  /// else sends leaves the value with it and does not wait.
  public protocol Publisher<Output, Failure> {
    /// What is sent.
    associatedtype Output
    /// How sending may end other than well; `Never` if it cannot.
    associatedtype Failure: Error

    /// Calls the closures for each value and at the end, until the result is cancelled or freed.
    func sink(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable
  }

  /// A namespace, as in Combine.
  public enum Subscribers {
    /// How a publisher ended.
    public enum Completion<Failure: Error> {
      /// Well.
      case finished
      /// With an error.
      case failure(Failure)
    }
  }

  extension Subscribers.Completion: Sendable where Failure: Sendable {}
  extension Subscribers.Completion: Equatable where Failure: Equatable {}

  extension Publisher {
    /// Hides which publisher this is.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
      AnyPublisher(self)
    }
  }

  extension Publisher where Failure == Never {
    /// Calls the closure for each value, until the result is cancelled or freed.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
      sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
  }

  extension Publisher where Failure == Never, Output: Sendable {
    /// The values as an asynchronous sequence, from the moment at which this is read.
    ///
    /// Nothing is lost between two steps.
    public var values: AsyncStream<Output> {
      let (stream, continuation) = AsyncStream.makeStream(of: Output.self)
      let subscription = sink(
        receiveCompletion: { _ in continuation.finish() },
        receiveValue: { continuation.yield($0) })
      continuation.onTermination = { _ in subscription.cancel() }
      return stream
    }
  }
#endif
