#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import VVSIHost

/// What other threads leave for the editing thread, and the bell that wakes it.
final class Inbox: Sendable {
  typealias Request = CheckedContinuation<LineEditor.Input, Never>

  /// More than this waits for a terminal only if it does not keep up, or was stopped.
  private static let mostOutput = 1 << 22

  private struct Contents {
    var output: [UInt8] = []
    var skippedTexts = 0
    var requests: [Request] = []
    var isClosing = false
    var isRead = true
    var isRung = false
  }

  private let contents = Guarded(Contents())
  /// Readable when there is something new.
  let bell: Int32
  /// Makes the bell readable; for signal handlers.
  let clapper: Int32

  /// Makes an empty inbox.
  init() throws(LineEditor.Unavailable) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw LineEditor.Unavailable(code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (bell, clapper) = (ends[0], ends[1])
  }

  deinit {
    close(bell)
    close(clapper)
  }

  // MARK: - Any thread

  /// Leaves text to be shown; false if nobody will.
  func print(_ text: String) -> Bool {
    contents.withLock { contents in
      guard contents.isRead else { return false }
      if contents.output.count > Self.mostOutput {
        contents.skippedTexts += 1
      } else {
        contents.output += Array(text.utf8)
        if contents.output.last != UInt8(ascii: "\n") { contents.output.append(UInt8(ascii: "\n")) }
      }
      ring(&contents)
      return true
    }
  }

  /// Asks for a line; false if there will be none.
  func ask(_ request: Request) -> Bool {
    contents.withLock { contents in
      guard contents.isRead, !contents.isClosing else { return false }
      contents.requests.append(request)
      ring(&contents)
      return true
    }
  }

  /// Tells the editing thread to end.
  func closeSoon() {
    contents.withLock { contents in
      contents.isClosing = true
      ring(&contents)
    }
  }

  private func ring(_ contents: inout Contents) {
    guard !contents.isRung else { return }
    contents.isRung = true
    var byte: UInt8 = 0
    _ = write(clapper, &byte, 1)
  }

  // MARK: - The editing thread

  /// Whether the editing thread is to end.
  var isClosing: Bool { contents.withLock { $0.isClosing } }

  /// Whether someone waits for a line.
  var hasRequest: Bool { contents.withLock { !$0.requests.isEmpty } }

  /// Silences the bell.
  ///
  /// What came before may have rung or not, so that everything has to be looked at after this and before waiting.
  func quiet() {
    var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
    while read(bell, &bytes, bytes.count) == bytes.count {}
    contents.withLock { $0.isRung = false }
  }

  /// Takes what is to be shown, and how many texts were skipped after it.
  func takeOutput() -> (bytes: [UInt8], skippedTexts: Int) {
    contents.withLock { contents in
      defer {
        contents.output = []
        contents.skippedTexts = 0
      }
      return (contents.output, contents.skippedTexts)
    }
  }

  /// Takes the oldest request.
  func takeRequest() -> Request? {
    contents.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
  }

  /// Stops taking anything, and returns what is left.
  func shut() -> (output: [UInt8], requests: [Request]) {
    contents.withLock { contents in
      contents.isRead = false
      return (contents.output, contents.requests)
    }
  }
}
