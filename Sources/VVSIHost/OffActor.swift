/// Runs a call that may block on a thread for such calls, so that neither the host's actor nor the pool of concurrency
/// threads waits for it.
package func offActor<Success: Sendable, Failure: Error>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: @escaping @Sendable () throws(Failure) -> Success
) async throws(Failure) -> Success {
  let result: Result<Success, Failure> = await withCheckedContinuation { continuation in
    CallThreads.shared.run {
      continuation.resume(returning: Result(catching: body))
    }
  }
  return try result.get()
}

/// Runs calls that may block side by side, each on a thread for such calls.
///
/// - Returns: What each has returned, in their order.
package func offActor<Success: Sendable>(
  isolation: isolated (any Actor)? = #isolation, each calls: [@Sendable () -> Success]
) async -> [Success] {
  guard !calls.isEmpty else { return [] }
  return await withCheckedContinuation { continuation in
    let results = Guarded([Success?](repeating: nil, count: calls.count))
    for (index, call) in calls.enumerated() {
      CallThreads.shared.run {
        let result = call()
        let all = results.withLock { results in
          results[index] = result
          return results.compactMap { $0 }
        }
        if all.count == calls.count { continuation.resume(returning: all) }
      }
    }
  }
}
