#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A value that one thread at a time can reach, and whose changes threads can wait for.
final class Awaited<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Reaches the value; who waits does not look again.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  /// Reaches the value; who waits looks again afterwards.
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Lets those who wait look again.
  func notify() {
    pthread_cond_broadcast(changed)
  }

  /// Waits until `body` has a result.
  func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(changed, mutex)
    }
  }

  /// Waits until `body` has a result, or for so long; nil then.
  func wait<Result>(atMost seconds: Double, _ body: (inout Value) -> Result?) -> Result? {
    var due = timespec()
    clock_gettime(CLOCK_REALTIME, &due)
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
