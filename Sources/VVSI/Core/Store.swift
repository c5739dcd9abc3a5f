/// One instance's state: the only place where it is kept, read and changed.
final class Store<S: Sendable>: Instance, @unchecked Sendable {
  private let lock = Lock()
  // By address, so that the runtime need not watch over accesses that the lock keeps apart.
  private let state: UnsafeMutablePointer<S>
  private let commit: Commit

  /// Makes known the state that an action led to, under the state's lock and in the order of the changes, unless it equals
  /// the one before.
  ///
  /// May put another state in its place if it cannot. Returns whether the state is another one than before. It is a closure
  /// because the compiler can make one for the types at hand, where it cannot for a protocol.
  typealias Commit = (_ state: inout S, _ ticket: UInt64, _ instance: Instance) -> Bool

  init(_ state: S, outlet: any Outlet, commit: @escaping Commit) {
    self.state = .allocate(capacity: 1)
    self.state.initialize(to: state)
    self.commit = commit
    super.init(outlet: outlet)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// The state as of now; inside a change, what that has made of it so far.
  var current: S {
    isChangingHere ? state.pointee : lock.withLock { state.pointee }
  }

  /// Changes the state and commits it.
  ///
  /// The state is as before if `change` throws.
  func update<Value, Failure: Error>(
    _ ticket: UInt64, _ change: (inout S) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var work: [() -> Void]?
    defer { if let work { for step in work { step() } } }
    return try lock.withLock { () throws(Failure) -> Value in
      beginChange(ticket)
      defer {
        endChange()
        // Most often there are none, and so nothing that has to be counted.
        if !followUps.isEmpty {
          work = followUps
          followUps = []
        }
      }
      let value = try apply(change)
      _ = commit(&state.pointee, ticket, self)
      return value
    }
  }

  private func apply<Value, Failure: Error>(
    _ change: (inout S) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // Where nothing can go wrong nothing is kept of the old state, so that its storage is changed in place.
    if Failure.self == Never.self { return try change(&state.pointee) }
    let before = state.pointee
    do throws(Failure) {
      return try change(&state.pointee)
    } catch {
      state.pointee = before
      throw error
    }
  }

  /// Does something while no change is under way.
  func withLock<Value>(_ body: () -> Value) -> Value {
    lock.withLock(body)
  }

  // MARK: What an interactor is handed

  // They refer to the token alone, which takes no memory of its own.

  /// A `state` that holds the action open; the token must be one that this kind of store has issued.
  static func reader(_ token: Token) -> CurrentState<S> {
    {
      token.instance.noteTask(token)
      return of(token).current
    }
  }

  /// An `updater` that holds the action open; the token must be one that this kind of store has issued.
  static func updater(_ token: Token) -> StateUpdater<S> {
    { change in
      if Token.current === token {
        of(token).update(token.ticket, change)
      } else {
        // A detached task has lost the action; what the change calls shall find it.
        token.instance.noteTask(token)
        Token.$current.withValue(token) { of(token).update(token.ticket, change) }
      }
    }
  }

  private static func of(_ token: Token) -> Store {
    unsafeDowncast(token.instance, to: Store.self)
  }
}
