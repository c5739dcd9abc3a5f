#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs what blocks on a thread of its own, so that the threads of Swift concurrency stay free.
enum BlockingThread {
  static func run<Value: Sendable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async -> Result<Value, Failure> {
    await withCheckedContinuation { continuation in
      start {
        do throws(Failure) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
  }

  /// Starts a thread that ends with `body`; runs `body` here if the system has no more threads.
  static func start(_ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    guard pthread_create(&thread, nil, threadMain, context.toOpaque()) == 0 else {
      context.release()
      return body()
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  fileprivate final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

#if canImport(Darwin)
  private func threadMain(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<BlockingThread.Body>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
#else
  private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context {
      Unmanaged<BlockingThread.Body>.fromOpaque(context).takeRetainedValue().run()
    }
    return nil
  }
#endif
