import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension WorkerLimits {
  static var members: [WritableKeyPath<WorkerLimits, Int?>] {
    [\.memoryMegabytes, \.processorSeconds, \.openFiles]
  }

  var all: [Int?] { Self.members.map { self[keyPath: $0] } }

  /// Limits this process, for good.
  ///
  /// The number of processes is the host's to count: the system's own limit is one for all that the user runs, and none
  /// for root.
  func apply() {
    #if os(Linux)
      // The address space would count what is only reserved, such as the arenas of each thread.
      if let memoryMegabytes { limit(RLIMIT_DATA, memoryMegabytes << 20) }
    #else
      if let memoryMegabytes { limit(RLIMIT_AS, memoryMegabytes << 20) }
    #endif
    if let processorSeconds { limit(RLIMIT_CPU, processorSeconds) }
    if let openFiles { limit(RLIMIT_NOFILE, openFiles) }
  }

  #if canImport(Glibc)
    private func limit(_ resource: __rlimit_resource, _ value: Int) {
      var limits = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
      setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
    }
  #else
    private func limit(_ resource: Int32, _ value: Int) {
      var limits = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
      setrlimit(resource, &limits)
    }
  #endif
}
