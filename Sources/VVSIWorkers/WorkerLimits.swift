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
    if let memoryMegabytes, !Self.isSanitized {
      limit(Self.memory, min(memoryMegabytes, Int.max >> 20) << 20)
    }
    // The first limit says by its signal which one it is; a process that does not mind it is killed a second later.
    if let processorSeconds {
      limit(RLIMIT_CPU, processorSeconds, atMost: min(processorSeconds, Int.max - 1) + 1)
    }
    if let openFiles { limit(RLIMIT_NOFILE, openFiles) }
  }

  /// Whether there is a sanitizer, which takes more memory for itself than any limit.
  static var isSanitized: Bool {
    guard let whole = dlopen(nil, RTLD_NOW) else { return false }
    return dlsym(whole, "__tsan_init") != nil || dlsym(whole, "__asan_init") != nil
  }

  #if os(Linux)
    // The address space would count what is only reserved, such as the arenas of each thread.
    private static let memory = RLIMIT_DATA
  #else
    private static let memory = RLIMIT_AS
  #endif

  #if canImport(Glibc)
    private func limit(_ resource: __rlimit_resource, _ value: Int, atMost most: Int? = nil) {
      var limits = rlimit(
        rlim_cur: rlim_t(clamping: value), rlim_max: rlim_t(clamping: most ?? value))
      setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
    }
  #else
    private func limit(_ resource: Int32, _ value: Int, atMost most: Int? = nil) {
      var limits = rlimit(
        rlim_cur: rlim_t(clamping: value), rlim_max: rlim_t(clamping: most ?? value))
      setrlimit(resource, &limits)
    }
  #endif
}
