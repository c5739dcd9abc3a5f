/// What an effect may do while it runs.
public struct Effect<S: Sendable, A: Sendable, N: Sendable>: Sendable {
  let center: EffectCenter<S, A, N>
  let run: EffectRun

  /// The state as of now.
  public var state: S {
    center.store.current
  }

  /// Changes the state, atomically, and returns what the change returns.
  ///
  /// The state is as before if the change throws.
  ///
  /// - Throws: What the change throws; `CancellationError` once the effect is cancelled; ``NestedChange`` inside another
  ///   change of the same state.
  @discardableResult
  public func update<Value>(_ change: (inout S) throws -> Value) throws -> Value {
    guard !center.store.isChangingHere else { throw NestedChange() }
    return try center.store.update(run.ticket) { state in
      // Under the state's lock, as the cancellation is: nothing comes between.
      guard !run.isCancelled else { throw CancellationError() }
      return try change(&state)
    }
  }

  /// Sends a notification, unless the effect is cancelled.
  public func notify(_ notification: N) {
    if !run.isCancelled { center.notifications.send(notification) }
  }

  /// Queues an action for this same instance, unless the effect is cancelled.
  public func trigger(_ action: A) {
    if !run.isCancelled { center.trigger(action) }
  }
}
