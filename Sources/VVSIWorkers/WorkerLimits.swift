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
    [\.memoryMegabytes, \.processorSeconds, \.openFiles, \.processes]
  }

  var all: [Int?] { Self.members.map { self[keyPath: $0] } }

  /// Limits this process, for good.
  func apply() {
    #if os(Linux)
      // The address space would count what is only reserved, such as the arenas of each thread.
      if let memoryMegabytes { limit(RLIMIT_DATA, memoryMegabytes << 20) }
    #else
      if let memoryMegabytes { limit(RLIMIT_AS, memoryMegabytes << 20) }
    #endif
    if let processorSeconds { limit(RLIMIT_CPU, processorSeconds) }
    if let openFiles { limit(RLIMIT_NOFILE, openFiles) }
    if let processes { limit(Self.processResource, processes) }
  }

  #if canImport(Glibc)
    private static let processResource = __RLIMIT_NPROC

    private func limit(_ resource: __rlimit_resource, _ value: Int) {
      var limits = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
      setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
    }
  #else
    private static let processResource = RLIMIT_NPROC

    private func limit(_ resource: Int32, _ value: Int) {
      var limits = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
      setrlimit(resource, &limits)
    }
  #endif
}
