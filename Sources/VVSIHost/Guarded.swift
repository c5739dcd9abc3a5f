#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#else
  public import Darwin
#endif

/// A value that one thread at a time can reach.
///
/// It is a mutex of the system's, not of the `Synchronization` module: on Linux the thread sanitizer does not see what
/// that one does under contention, and reports races where there are none.
///
/// What uses it in other targets is compiled together with it: a call that knows nothing of the value costs more than the
/// lock.
public final class Guarded<Value>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // By address, so that the runtime need not watch over accesses that the mutex keeps apart.
  @usableFromInline let value: UnsafeMutablePointer<Value>

  /// Makes it with a first value.
  public init(_ value: Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    mutex = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    #if canImport(Glibc)
      // Waits a moment before it sleeps: what is guarded is soon done.
      pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
    #endif
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs a closure while no other thread reaches the value; it must not wait and not come back here.
  @inlinable public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
