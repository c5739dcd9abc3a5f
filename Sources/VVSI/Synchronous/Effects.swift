/// What a synchronous action may start and send.
///
/// Of use during the `execute` that it is handed to.
public struct Effects<S: Sendable, A: Sendable, N: Sendable>: Sendable {
  let center: EffectCenter<S, A, N>
  let ticket: UInt64

  /// Starts work that outlives `execute`; the action is settled when all its effects have ended.
  ///
  /// It starts when `execute` has returned, and not at all if that throws. An error that it throws fails the action.
  public func run(_ work: @escaping @Sendable (Effect<S, A, N>) async throws -> Void) {
    center.start(nil, work)
  }

  /// Starts work under an id; what runs under the same id is cancelled.
  ///
  /// A cancelled effect can change nothing any more, even if it goes on for a while.
  public func run(
    id: some Hashable & Sendable,
    _ work: @escaping @Sendable (Effect<S, A, N>) async throws -> Void
  ) {
    center.start(AnyHashable(id), work)
  }

  /// Cancels what runs under an id, whichever action started it.
  public func cancel(id: some Hashable & Sendable) {
    center.cancel(id: AnyHashable(id))
  }

  /// Sends a notification.
  public func notify(_ notification: N) {
    center.notifications.send(notification)
  }

  /// Queues an action for this same instance, behind those that wait already.
  public func trigger(_ action: A) {
    center.trigger(action)
  }
}
