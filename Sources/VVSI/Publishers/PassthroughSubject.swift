#if !canImport(Combine)
  /// Passes on what it is sent to whoever listens at that moment, and keeps nothing.
  ///
  /// May be sent to from any thread.
  public final class PassthroughSubject<Output, Failure: Error>: Publisher {
    let broadcast = Broadcast<Output, Failure>()

    /// Makes a subject that nobody listens to yet.
    public init() {}

    /// Sends a value.
    public func send(_ value: Output) {
      broadcast.send(.value(value))
    }

    /// Ends the subject; what is sent later is lost.
    public func send(completion: Subscribers.Completion<Failure>) {
      broadcast.send(.end(completion))
    }

    /// Calls the closures for each value and at the end, until the result is cancelled or freed.
    public func sink(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
      broadcast.subscribe(receiveCompletion, receiveValue)
    }
  }

  extension PassthroughSubject: @unchecked Sendable where Output: Sendable {}

  extension PassthroughSubject where Output == Void {
    /// Sends the one value that there is.
    public func send() {
      send(())
    }
  }
#endif
