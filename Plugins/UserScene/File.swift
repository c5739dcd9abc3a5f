#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files and sockets, read to their end.
enum File {
  /// The longest text that is read.
  static let limit = 16 << 20

  static func contents(of path: String) throws(UserWorkerError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .missing(source: path, reason: reason(errno))
    }
    defer { close(descriptor) }
    do {
      return try readToEnd(descriptor)
    } catch {
      throw .missing(source: path, reason: error.reason)
    }
  }

  struct Failure: Error {
    let reason: String
  }

  static func readToEnd(_ descriptor: Int32) throws(Failure) -> [UInt8] {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(reason: reason(errno)) }
      guard count > 0 else { return text }
      text += buffer[..<count]
      guard text.count <= limit else { throw Failure(reason: "it is longer than \(limit) bytes") }
    }
  }

  static func reason(_ code: Int32) -> String {
    switch code {
    case EAGAIN: "it takes too long"
    default: String(cString: strerror(code))
    }
  }
}
