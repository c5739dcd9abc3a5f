/// What an action asks for while it executes.
struct EffectRequest {
  /// The effects to cancel, if any.
  let cancelled: AnyHashable?
  /// Starts an effect that holds the action open.
  let start: ((Token) -> Void)?
}

/// The effects of one instance.
final class EffectCenter<S: Sendable, A: Sendable, N: Sendable>: @unchecked Sendable {
  typealias Work = @Sendable (Effect<S, A, N>) async throws -> Void

  let store: Store<S>
  let notifications = PassthroughSubject<N, Never>()
  let trigger: @Sendable (A) -> Void

  // Touched only by the thread that makes a change.
  private var isExecuting = false
  private var requests: [EffectRequest] = []

  private let lock = Lock()
  private var runs: [EffectRun] = []
  private var isClosed = false

  init(_ store: Store<S>, trigger: @escaping @Sendable (A) -> Void) {
    self.store = store
    self.trigger = trigger
  }

  /// Runs an action, and starts what it asked for unless it throws.
  func execute<Failure: Error>(
    _ ticket: UInt64, _ body: (inout S) throws(Failure) -> Void
  ) {
    var token: Token?
    do throws(Failure) {
      try store.update(ticket) { state throws(Failure) in
        isExecuting = true
        defer {
          isExecuting = false
          if !requests.isEmpty { requests.removeAll() }
        }
        try body(&state)
        guard !requests.isEmpty else { return }
        let new = store.issue(ticket)
        for request in requests { grant(request, new) }
        token = new
      }
    } catch {
      store.fail(ticket, error)
    }
    // With a token, letting go of it settles the action as soon as its effects have, too.
    if token == nil { store.settle(ticket) }
  }

  /// Asks for an effect; what runs under the same id is cancelled before.
  func start(_ id: AnyHashable?, _ work: @escaping Work) {
    request(
      EffectRequest(cancelled: id) { [self] token in
        start(EffectRun(id: id, ticket: token.ticket), work, token)
      })
  }

  /// Asks that what runs under an id be cancelled.
  func cancel(id: AnyHashable) {
    request(EffectRequest(cancelled: id, start: nil))
  }

  /// Takes note of a request; outside of `execute`, where it belongs to no action, grants it at once.
  private func request(_ request: EffectRequest) {
    if store.isChangingHere, isExecuting {
      requests.append(request)
    } else {
      let token = store.issue(0)
      if store.isChangingHere {
        grant(request, token)
      } else {
        store.withLock { grant(request, token) }
      }
    }
  }

  /// Cancels the effects of an action, or all if `ticket` is 0.
  func cancel(_ ticket: UInt64) {
    cancel { ticket == 0 || $0.ticket == ticket }
  }

  func close() {
    lock.withLock { isClosed = true }
    cancel(0)
  }

  private func grant(_ request: EffectRequest, _ token: Token) {
    if let id = request.cancelled { cancel { $0.id == id } }
    request.start?(token)
  }

  private func start(_ run: EffectRun, _ work: @escaping Work, _ token: Token) {
    let isClosed = lock.withLock {
      if !self.isClosed { runs.append(run) }
      return self.isClosed
    }
    guard !isClosed else { return }
    run.start { [self] in
      await Token.$current.withValue(token) {
        do {
          try await work(Effect(center: self, run: run))
        } catch {
          // A cancelled effect has nothing to answer for.
          if !run.isCancelled { store.fail(token.ticket, error) }
        }
      }
      lock.withLock { runs.removeAll { $0 === run } }
    }
  }

  private func cancel(where isMeant: (EffectRun) -> Bool) {
    let meant = lock.withLock {
      let meant = runs.filter(isMeant)
      runs.removeAll(where: isMeant)
      return meant
    }
    for run in meant { run.cancel() }
  }
}
