#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A call of the operating system that failed.
struct SystemError: Error, Equatable {
  /// The `errno` value.
  let number: Int32

  /// Takes the calling thread's `errno`.
  static var last: SystemError { SystemError(number: errno) }

  /// Something is a file where a folder is needed.
  static var notAFolder: SystemError { SystemError(number: ENOTDIR) }
  /// Something is not where it was a moment ago.
  static var notThere: SystemError { SystemError(number: ENOENT) }

  /// The system's own words.
  var reason: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  var isMissing: Bool { number == ENOENT }
  var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }
}
