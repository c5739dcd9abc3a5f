import CTasks

/// Starts a thread of the host's own.
///
/// Dispatch has a few hundred threads for a whole process, and plugins may block them all: nothing that the host depends
/// on runs there.
///
/// - Parameters:
///   - label: For those who look at the process from outside.
///   - body: What it does; the thread ends with it.
/// - Returns: Whether there is one: the system has a limit.
package func startThread(_ label: String, _ body: @escaping @Sendable () -> Void) -> Bool {
  let start = Unmanaged.passRetained(ThreadBody(body))
  let error = thread_start(
    label,
    { context in
      guard let context else { return }
      Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
    }, start.toOpaque())
  if error != 0 { start.release() }
  return error == 0
}

private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}
