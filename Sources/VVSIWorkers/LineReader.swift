#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Cuts what comes through a pipe into lines.
struct LineReader {
  /// How long a line may be before it is cut.
  static let limit = 4_096

  private let pipe: Int32
  private var rest: [UInt8] = []
  private(set) var isAtEnd = false

  init(_ pipe: Int32) {
    self.pipe = pipe
  }

  /// Reads what is there, at most so many bytes at a time, and tells each whole line.
  mutating func read(atMost limit: Int, _ tell: (String) -> Void) {
    guard !isAtEnd else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    var total = 0
    while !isAtEnd, total < limit {
      let count = readBytes(pipe, &buffer)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return }
      guard count > 0 else {
        isAtEnd = true
        if !rest.isEmpty { tell(String(decoding: rest, as: UTF8.self)) }
        rest = []
        return
      }
      total += count
      rest += buffer.prefix(count)
      tellLines(tell)
    }
  }

  private mutating func tellLines(_ tell: (String) -> Void) {
    var start = 0
    while start < rest.count {
      let end = rest[start...].firstIndex(of: 0x0A)
      let length = (end ?? rest.count) - start
      guard end != nil || length > Self.limit else { break }
      let part = min(length, Self.limit)
      tell(String(decoding: rest[start..<start + part], as: UTF8.self))
      start += part == length && end != nil ? part + 1 : part
    }
    rest.removeFirst(start)
  }
}

private func readBytes(_ pipe: Int32, _ buffer: inout [UInt8]) -> Int {
  read(pipe, &buffer, buffer.count)
}
