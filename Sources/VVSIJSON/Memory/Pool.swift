import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Working memory that is used again and again, and never freed.
///
/// Whoever keeps a pointer longer than allowed thus finds a state that is not its own any more, which a serial number
/// tells, but never freed memory. There are as many states as were ever in use at once.
final class Pool<State: ~Copyable>: Sendable {
  typealias Pointer = UnsafeMutablePointer<State>

  /// One place for each of some groups of threads, each in its own cache line, so that threads seldom meet.
  private struct Slot: ~Copyable {
    let address = Atomic<UInt>(0)
    let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0)
  }

  private static var slotCount: Int { 16 }

  private nonisolated(unsafe) let slots: UnsafeMutablePointer<Slot>
  /// A mutex of the system's, which the thread sanitizer understands as it does not understand `Mutex`.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// Touched while `mutex` is locked.
  private nonisolated(unsafe) var spare: [Pointer] = []
  private let make: @Sendable () -> Pointer

  init(_ make: @escaping @Sendable () -> Pointer) {
    self.make = make
    slots = .allocate(capacity: Pool.slotCount)
    for index in 0..<Pool.slotCount { (slots + index).initialize(to: Slot()) }
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    slots.deinitialize(count: Pool.slotCount)
    slots.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// A state that nobody else uses until it is given back, and the place that it belongs to.
  @inline(__always)
  func take() -> (state: Pointer, place: Int) {
    let place = nearestPlace()
    let address = slots[place].address.exchange(0, ordering: .acquiring)
    return (Pointer(bitPattern: address) ?? takeSpare(), place)
  }

  @inline(__always)
  func giveBack(_ state: Pointer, _ place: Int) {
    let previous = slots[place].address.exchange(
      UInt(bitPattern: state), ordering: .acquiringAndReleasing)
    if let previous = Pointer(bitPattern: previous) { keep(previous) }
  }

  @inline(never)
  private func takeSpare() -> Pointer {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return spare.popLast() ?? make()
  }

  @inline(never)
  private func keep(_ state: Pointer) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    spare.append(state)
  }

  /// The place of this thread, by where its stack is.
  @inline(__always)
  private func nearestPlace() -> Int {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { stack in
      let megabyte = UInt(bitPattern: stack.baseAddress) >> 20
      return Int(truncatingIfNeeded: (megabyte ^ megabyte >> 4) & UInt(Pool.slotCount - 1))
    }
  }
}
