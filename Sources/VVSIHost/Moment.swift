#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A point in time that only differences are made of; read at the cost of no system call.
package struct Moment: Sendable {
  /// Nanoseconds of the clock that never goes back.
  package let nanoseconds: UInt64

  /// This moment.
  package static var now: Moment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Moment(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
  }

  /// Seconds of the same clock.
  package var seconds: Double { Double(nanoseconds) / 1e9 }

  /// How many milliseconds have gone by.
  package var millisecondsSince: Double {
    Double(Moment.now.nanoseconds - nanoseconds) / 1e6
  }
}
