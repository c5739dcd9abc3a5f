import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Lets so many through in a second, from any thread, and counts the rest.
package final class FloodGate: Sendable {
  /// What did not get through.
  package enum Excess: Sendable, Equatable {
    /// The first one did not, in this second.
    case began(limit: Int)
    /// So many did not, altogether, since the beginning was told.
    case ended(dropped: Int)

    /// One line about it.
    package func words(_ things: String) -> String {
      switch self {
      case .began(let limit):
        "more than \(limit) \(things) within a second; the excess is dropped"
      case .ended(let dropped): "\(dropped) \(things) were dropped"
      }
    }
  }

  private let limit: Int
  private let second = Atomic(0)
  private let passed = Atomic(0)
  private let dropped = Atomic(0)

  /// Makes a gate; every second begins anew.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Whether one more gets through now.
  ///
  /// - Parameter tell: Is called for the first that does not, and with the count a second later, on another thread.
  /// - Returns: Whether it does.
  package func admits(_ tell: @escaping @Sendable (Excess) -> Void) -> Bool {
    let now = Self.now
    if second.load(ordering: .relaxed) != now,
      second.exchange(now, ordering: .relaxed) != now
    {
      passed.store(0, ordering: .relaxed)
    }
    if passed.wrappingAdd(1, ordering: .relaxed).newValue <= limit { return true }
    if dropped.wrappingAdd(1, ordering: .relaxed).newValue == 1 {
      tell(.began(limit: limit))
      Timers.shared.after(1) { [self] in
        tell(.ended(dropped: dropped.exchange(0, ordering: .relaxed)))
      }
    }
    return false
  }

  /// Seconds of a clock that is cheap to ask.
  private static var now: Int {
    var time = timespec()
    #if os(Linux)
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return time.tv_sec
  }
}
