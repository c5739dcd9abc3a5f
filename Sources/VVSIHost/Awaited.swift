#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#else
  public import Darwin
#endif

/// A value that one thread at a time can reach, and whose changes threads can wait for.
public final class Awaited<Value>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let changed: UnsafeMutablePointer<pthread_cond_t>
  // By address, so that the runtime need not watch over accesses that the mutex keeps apart.
  @usableFromInline let value: UnsafeMutablePointer<Value>

  /// Makes it with a first value.
  public init(_ value: Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    mutex = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    #if !canImport(Darwin)
      pthread_condattr_setclock(&attributes, Self.clock)
    #endif
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  /// The clock that waits go by: where it can be chosen, one that nobody sets.
  @usableFromInline static var clock: clockid_t {
    #if canImport(Darwin)
      CLOCK_REALTIME
    #else
      CLOCK_MONOTONIC
    #endif
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Reaches the value; who waits does not look again.
  @inlinable public func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value.pointee)
  }

  /// Reaches the value; who waits looks again afterwards.
  @inlinable public func change<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body(&value.pointee)
  }

  /// Lets those who wait look again, after ``withLock(_:)`` has changed what they look at.
  @inlinable public func notify() {
    pthread_cond_broadcast(changed)
  }

  /// Lets one of those who wait look again.
  @inlinable public func notifyOne() {
    pthread_cond_signal(changed)
  }

  /// Waits until `body` has a result.
  @inlinable public func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value.pointee) { return result }
      pthread_cond_wait(changed, mutex)
    }
  }

  /// Waits until `body` has a result, or for so long; nil then.
  @inlinable public func wait<Result>(atMost seconds: Double, _ body: (inout Value) -> Result?)
    -> Result?
  {
    var due = timespec()
    clock_gettime(Self.clock, &due)
    let nanoseconds = Int((seconds > 0 ? min(seconds, 1e8) : 0) * 1e9) + due.tv_nsec
    due.tv_sec += nanoseconds / 1_000_000_000
    due.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value.pointee) { return result }
      guard pthread_cond_timedwait(changed, mutex, &due) == 0 else { return body(&value.pointee) }
    }
  }
}
