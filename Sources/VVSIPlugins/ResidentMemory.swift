#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How much memory this process holds.
package enum ResidentMemory {
  /// The bytes in memory now; where the system does not tell, the most that there ever were.
  package static var bytes: Int {
    #if os(Linux)
      let text = (try? File.read("/proc/self/statm")) ?? []
      let pages = text.split(separator: UInt8(ascii: " ")).dropFirst().first
      return (pages.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0) * Int(getpagesize())
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
}
