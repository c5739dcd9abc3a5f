#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import VVSIHost

/// Libraries that this process loads from where they are kept.
///
/// The loader returns the old code for a file that it knows, under whatever name: such a file is loaded once, and from
/// copies after that.
enum FirstLoads {
  private struct Identity: Equatable {
    let device: UInt64
    let file: UInt64
  }

  private static let claimed = Guarded<[Identity]>([])

  /// Whether a file was never claimed before; nobody else can claim it from now on.
  static func claim(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      file: UInt64(truncatingIfNeeded: status.st_ino))
    return claimed.withLock { claimed in
      guard !claimed.contains(identity) else { return false }
      claimed.append(identity)
      return true
    }
  }
}
