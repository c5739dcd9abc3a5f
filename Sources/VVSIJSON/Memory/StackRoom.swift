#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How much of the calling thread's stack is left.
///
/// Values nest by calls, and a thread's stack may be anything from 128 KiB on: there is no depth that fits all.
enum StackRoom {
  /// Calls of types that encode themselves must do with so much.
  private static let margin: UInt = 32 << 10

  /// Whether a call deeper would be one too many.
  static var isShort: Bool {
    let here = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) {
      UInt(bitPattern: $0.baseAddress)
    }
    let end = threadsEnd
    // Where the memory is none of the stack's, nothing can be said.
    return here >= end && here - end < margin
  }

  /// The lowest address of this thread's stack, looked up once a thread.
  private static var threadsEnd: UInt {
    guard let key else { return lookUp() }
    if let known = pthread_getspecific(key) { return UInt(bitPattern: known) }
    let end = lookUp()
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: end))
    return end
  }

  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  /// The lowest address, or the highest there is if the system does not say.
  private static func lookUp() -> UInt {
    #if canImport(Darwin)
      let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
      return top - UInt(pthread_get_stacksize_np(pthread_self()))
    #else
      // The headers have it for GNU's dialect of C only.
      typealias Attributes =
        @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt
      var attributes = pthread_attr_t()
      guard let address = dlsym(nil, "pthread_getattr_np"),
        unsafeBitCast(address, to: Attributes.self)(pthread_self(), &attributes) == 0
      else { return .max }
      defer { pthread_attr_destroy(&attributes) }
      var (lowest, size): (UnsafeMutableRawPointer?, Int) = (nil, 0)
      guard pthread_attr_getstack(&attributes, &lowest, &size) == 0 else { return .max }
      return UInt(bitPattern: lowest)
    #endif
  }
}
