#if !canImport(Combine)
  /// One subscriber: takes its values one at a time, whoever sends them.
  ///
  /// No lock is held while the subscriber's code runs, so that it may send, trigger or subscribe.
  final class Receiver<Value>: @unchecked Sendable {
    private let lock = Lock()
    private let receive: (Value) -> Void
    private var waiting = Queue<Value>()
    private var isBusy = false
    private var isCancelled = false

    init(_ receive: @escaping (Value) -> Void) {
      self.receive = receive
    }

    /// Leaves a value; it is delivered by ``deliver()``.
    func put(_ value: Value) {
      lock.withLock { waiting.append(value) }
    }

    /// Delivers what waits, unless another thread is at it already.
    func deliver() {
      while let value = next() {
        receive(value)
        lock.withLock { isBusy = false }
      }
    }

    func cancel() {
      lock.withLock {
        isCancelled = true
        waiting = Queue()
      }
    }

    private func next() -> Value? {
      lock.withLock {
        guard !isBusy, !isCancelled, let value = waiting.popFirst() else { return nil }
        isBusy = true
        return value
      }
    }
  }
#endif
