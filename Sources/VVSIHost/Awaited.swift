#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A value that one thread at a time can reach, and whose changes threads can wait for.
package final class Awaited<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  /// Makes it with a first value.
  package init(_ value: Value) {
    self.value = value
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
  private static var clock: clockid_t {
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
  }

  /// Reaches the value; who waits does not look again.
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  /// Reaches the value; who waits looks again afterwards.
  package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Lets those who wait look again, after ``withLock(_:)`` has changed what they look at.
  package func notify() {
    pthread_cond_broadcast(changed)
  }

  /// Waits until `body` has a result.
  package func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(changed, mutex)
    }
  }

  /// Waits until `body` has a result, or for so long; nil then.
  package func wait<Result>(atMost seconds: Double, _ body: (inout Value) -> Result?) -> Result? {
    var due = timespec()
    clock_gettime(Self.clock, &due)
    let nanoseconds = Int(min(seconds, 1e8) * 1e9) + due.tv_nsec
    due.tv_sec += nanoseconds / 1_000_000_000
    due.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      guard pthread_cond_timedwait(changed, mutex, &due) == 0 else { return body(&value) }
    }
  }
}
