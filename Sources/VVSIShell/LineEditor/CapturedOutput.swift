internal import CLineEditor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard output and error, pointed at a pipe, so that what anyone in the process prints cannot get into the line.
final class CapturedOutput {
  /// Readable, without blocking, when something was printed.
  let descriptor: Int32
  private var copies: [(of: Int32, copy: Int32)] = []
  private var unfinishedLine: [UInt8] = []

  /// Captures those of the two that lead to a terminal.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    descriptor = ends[0]
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    line_editor_print_by_line()
    for standard in [STDOUT_FILENO, STDERR_FILENO] where isatty(standard) == 1 {
      copies.append((standard, fcntl(standard, F_DUPFD_CLOEXEC, 3)))
      dup2(ends[1], standard)
    }
    close(ends[1])
  }

  deinit {
    close(descriptor)
  }

  /// Whether the last line that was printed has no end yet.
  var hasUnfinishedLine: Bool { !unfinishedLine.isEmpty }

  /// What was printed since the last time, up to the end of a line.
  func takeLines() -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &chunk, chunk.count)
    unfinishedLine += chunk[..<max(0, count)]
    guard let end = unfinishedLine.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { unfinishedLine.removeSubrange(...end) }
    return Array(unfinishedLine[...end])
  }

  /// The line that has no end yet, with one.
  func takeUnfinishedLine() -> [UInt8] {
    guard hasUnfinishedLine else { return [] }
    defer { unfinishedLine = [] }
    return unfinishedLine + [UInt8(ascii: "\n")]
  }

  /// Points the standard descriptors where they were, and returns what is left.
  func release() -> [UInt8] {
    fflush(nil)
    for (standard, copy) in copies {
      dup2(copy, standard)
      close(copy)
    }
    copies = []
    return takeLines() + takeUnfinishedLine()
  }
}
