/// Does something in a task; an error fails the action that the task was started for, and does not vanish.
///
/// ```swift
/// Task {
///   await attempt {
///     let users = try await service.users()
///     await updater { $0.users = users }
///   }
/// }
/// ```
///
/// A detached task has lost its action: use ``attempt(_:_:)`` there.
nonisolated(nonsending) public func attempt(_ work: () async throws -> Void) async {
  do {
    try await work()
  } catch {
    Token.current?.fail(error)
  }
}

/// Does something in a detached task; an error fails the action that the updater belongs to.
nonisolated(nonsending) public func attempt<S: Sendable>(
  _ updater: StateUpdater<S>, _ work: () async throws -> Void
) async {
  do {
    try await work()
  } catch {
    await updater { _ in Token.current?.fail(error) }
  }
}
