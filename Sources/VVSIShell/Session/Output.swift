#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Takes text to be shown.
public protocol Output: Sendable {
  /// Shows the text, whole and before any later one.
  ///
  /// - Throws: ``OutputClosed`` if nobody can see it any more.
  func write(_ text: String) throws(OutputClosed)
}

/// Nobody reads the output any more.
public struct OutputClosed: Error {}

/// Writes to a file descriptor, without a buffer of its own.
public struct DescriptorOutput: Output {
  private let descriptor: Int32

  /// Makes an output to an open descriptor, which stays its owner's.
  public init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Whether a person is at the other end.
  public var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes all of the text, however long the reader takes.
  public func write(_ text: String) throws(OutputClosed) {
    var text = text
    let isWritten = text.withUTF8 { bytes in writeAll(UnsafeRawBufferPointer(bytes)) }
    if !isWritten { throw OutputClosed() }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        awaitRoom()
      } else if count < 0, errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Someone else may have made the other end of a shared terminal or pipe not wait.
  private func awaitRoom() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
