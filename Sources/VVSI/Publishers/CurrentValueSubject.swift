#if !canImport(Combine)
  /// Keeps a value, and passes on each new one; a new subscriber gets the one that is kept first.
  ///
  /// May be read and sent to from any thread.
  public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
    private let broadcast = Broadcast<Output, Failure>()
    private var kept: Output

    /// Makes a subject that keeps `value`.
    public init(_ value: Output) {
      kept = value
    }

    /// The value that was sent last.
    ///
    /// Setting it sends.
    public var value: Output {
      get { broadcast.withLock { kept } }
      set { send(newValue) }
    }

    /// Sends a value and keeps it.
    public func send(_ value: Output) {
      broadcast.send(.value(value)) { kept = value }
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
      broadcast.subscribe(receiveCompletion, receiveValue) { kept }
    }
  }

  extension CurrentValueSubject: @unchecked Sendable where Output: Sendable {}
#endif
