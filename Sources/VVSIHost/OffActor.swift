import Dispatch

/// Runs a call that may block on a thread of its own, so that neither the host's actor nor the pool of concurrency
/// threads waits for it.
nonisolated(nonsending) package func offActor<Success: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () throws(Failure) -> Success
) async throws(Failure) -> Success {
  let result: Result<Success, Failure> = await withCheckedContinuation { continuation in
    DispatchQueue(label: "vvsi.call").async {
      continuation.resume(returning: Result(catching: body))
    }
  }
  return try result.get()
}
