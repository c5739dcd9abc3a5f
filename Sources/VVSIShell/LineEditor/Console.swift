internal import CLineEditor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What reads lines from a console, and is told what happens meanwhile, on the editing thread.
protocol ConsoleReader: AnyObject {
  /// Reads one line.
  func read() -> LineEditor.Input
  /// Shows whole lines, above the one that is being typed.
  func show(_ lines: [UInt8])
  /// Shows how things are: nothing more will happen until someone does something.
  func settle()
  /// Looks at what was typed while a line does its work.
  func noticeTyping()
  /// Takes the terminal again after the process was stopped.
  func resume()
  /// Gives the terminal back.
  func close()
}

/// The one place where the editing thread waits: for bytes, requests, output from elsewhere and signals.
final class Console: ByteSource {
  /// Of what is typed or pasted while nobody reads, this much is kept.
  private static let mostTyping = 1 << 20
  private static let interrupt: UInt8 = 3
  /// The bytes of one key, and of one line that is printed, are never further apart, in milliseconds.
  private static let shortWait: Int32 = 50

  let terminal: Terminal
  private let inbox: Inbox
  private let captured: CapturedOutput?
  weak var reader: (any ConsoleReader)?
  /// What was typed and not read yet.
  var typing: ArraySlice<UInt8> = []
  /// Whether the terminal is gone.
  private var isGone = false
  private var isReading = false
  /// Whether Ctrl-C is for what the last line does, or for what is done before the first one.
  private var isAtWork = true
  /// Signals that were noted and not dealt with.
  private var signals = 0

  init(terminal: Terminal, inbox: Inbox, captured: CapturedOutput?) {
    self.terminal = terminal
    self.inbox = inbox
    self.captured = captured
  }

  // MARK: - Requests

  /// Answers requests for lines until the editor is closed.
  func serve() {
    while !inbox.isClosing {
      guard let request = inbox.takeRequest() else {
        wait(-1)
        continue
      }
      (isReading, isAtWork) = (true, false)
      showOutput()
      let input = reader?.read() ?? .end
      isReading = false
      if case .line = input { isAtWork = true }
      request.resume(returning: input)
      noticeTyping()
    }
  }

  /// Shows what is left and answers what was asked, for the last time.
  func finish() {
    let rest = inbox.shut()
    show(rest.output)
    show(captured?.release() ?? [])
    for request in rest.requests { request.resume(returning: .end) }
  }

  // MARK: - Bytes

  /// Whether more bytes may come.
  var isOpen: Bool { !isGone && !inbox.isClosing }

  /// Whether a byte can be had without waiting.
  var hasByte: Bool { !typing.isEmpty }

  func next(_ patience: Patience) -> UInt8? {
    while typing.isEmpty {
      guard isOpen else { return nil }
      let isBell = wait(patience == .endless ? -1 : Self.shortWait)
      if patience == .short && typing.isEmpty && !isBell { return nil }
    }
    return typing.removeFirst()
  }

  func unread(_ byte: UInt8) {
    typing = [byte] + typing
  }

  // MARK: - Waiting

  /// Waits until the process was stopped and continued; not long, as it may not have been stopped at all.
  func awaitContinuation() {
    // The time that passes while the process is stopped counts, but ends only one of the waits.
    for _ in 0..<2 {
      var request = pollfd(fd: inbox.bell, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, 200)
      inbox.quiet()
      signals |= Int(line_editor_take_signals())
      if signals & LINE_EDITOR_CONTINUED != 0 { break }
    }
    signals &= ~LINE_EDITOR_CONTINUED
  }

  /// Waits for anything and deals with it; false if nothing came in time.
  @discardableResult
  private func wait(_ milliseconds: Int32) -> Bool {
    inbox.quiet()
    receiveSignals()
    showOutput()
    if isReading ? hasByte : inbox.hasRequest { return true }
    if inbox.isClosing { return true }
    if milliseconds < 0 { reader?.settle() }
    var requests = [inbox.bell, isGone ? -1 : terminal.input, captured?.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let isLineUnfinished = captured?.hasUnfinishedLine ?? false
    let timeout = isLineUnfinished ? Self.shortWait : milliseconds
    guard poll(&requests, nfds_t(requests.count), timeout) > 0 else {
      show(captured?.takeUnfinishedLine() ?? [])
      return false
    }
    if requests[1].revents != 0 {
      // Where the terminal makes a signal of Ctrl-C, it came before these bytes.
      receiveSignals()
      receiveBytes()
    }
    if requests[2].revents != 0 { show(captured?.takeLines() ?? []) }
    return true
  }

  private func receiveBytes() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(terminal.input, &chunk, chunk.count)
    if count > 0 {
      typing += chunk[..<count]
      typing.removeFirst(max(0, typing.count - Self.mostTyping))
      noticeTyping()
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      isGone = true
    }
  }

  private func receiveSignals() {
    let signals = self.signals | Int(line_editor_take_signals())
    self.signals = 0
    if signals & LINE_EDITOR_CONTINUED != 0 { reader?.resume() }
    if signals & LINE_EDITOR_INTERRUPTED != 0 {
      typing = [Self.interrupt]
      noticeTyping()
    }
  }

  /// Looks for keys that are to act at once; what is typed while nothing is done is for the next line.
  private func noticeTyping() {
    if isAtWork, !typing.isEmpty { reader?.noticeTyping() }
  }

  private func showOutput() {
    let output = inbox.takeOutput()
    show(output.bytes)
    if output.skippedTexts > 0 {
      show(Array(LineEditor.Wording.skipped(output.skippedTexts).utf8))
    }
  }

  private func show(_ lines: [UInt8]) {
    if !lines.isEmpty { reader?.show(lines) }
  }
}
