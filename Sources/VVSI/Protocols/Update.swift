/// Changes the state and returns a value, or refuses: the check happens where the change happens.
///
/// ```swift
/// let count = try await update(updater) { state in
///   guard state.items.count < 5 else { throw Full() }
///   state.items.append("item")
///   return state.items.count
/// }
/// ```
///
/// The change is atomic and runs on the caller's executor. The state is as before if it throws.
///
/// - Throws: What the change throws.
nonisolated(nonsending) public func update<S: Sendable, Value, Failure: Error>(
  _ updater: StateUpdater<S>,
  _ change: @escaping (inout S) throws(Failure) -> Value
) async throws(Failure) -> Value {
  var outcome: Result<Value, Failure>?
  await updater { state in
    let before = state
    do throws(Failure) {
      outcome = .success(try change(&state))
    } catch {
      state = before
      outcome = .failure(error)
    }
  }
  guard let outcome else {
    preconditionFailure("the updater returned without having run its change")
  }
  return try outcome.get()
}
