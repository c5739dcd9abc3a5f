import Synchronization

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
  private let spare = Mutex<[UInt]>([])
  private let make: @Sendable () -> Pointer

  init(_ make: @escaping @Sendable () -> Pointer) {
    self.make = make
    slots = .allocate(capacity: Pool.slotCount)
    for index in 0..<Pool.slotCount { (slots + index).initialize(to: Slot()) }
  }

  deinit {
    slots.deinitialize(count: Pool.slotCount)
    slots.deallocate()
  }

  /// A state that nobody else uses until it is given back.
  @inline(__always)
  func take() -> Pointer {
    let address = slots[slot()].address.exchange(0, ordering: .acquiring)
    return Pointer(bitPattern: address) ?? takeSpare()
  }

  @inline(__always)
  func giveBack(_ state: Pointer) {
    let previous = slots[slot()].address.exchange(
      UInt(bitPattern: state), ordering: .acquiringAndReleasing)
    if previous != 0 { spare.withLock { $0.append(previous) } }
  }

  @inline(never)
  private func takeSpare() -> Pointer {
    spare.withLock { $0.popLast() }.flatMap { Pointer(bitPattern: $0) } ?? make()
  }

  /// The place of this thread, by where its stack is.
  @inline(__always)
  private func slot() -> Int {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { stack in
      let megabyte = UInt(bitPattern: stack.baseAddress) >> 20
      return Int(truncatingIfNeeded: (megabyte ^ megabyte >> 4) & UInt(Pool.slotCount - 1))
    }
  }
}
