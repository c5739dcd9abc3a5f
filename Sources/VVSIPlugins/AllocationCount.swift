#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How many blocks of memory this process has asked for, where something counts them.
package enum AllocationCount {
  /// The function that a library loaded before all others offers if it counts.
  package static let symbol = "vvsi_allocation_count"

  /// The count so far; nil if nothing counts.
  static var current: Int? { function?() }

  private static let function: (@convention(c) @Sendable () -> Int)? = {
    #if os(Linux)
      let everywhere: UnsafeMutableRawPointer? = nil
    #else
      let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
    #endif
    guard let address = dlsym(everywhere, symbol) else { return nil }
    return unsafeBitCast(address, to: (@convention(c) @Sendable () -> Int).self)
  }()
}
