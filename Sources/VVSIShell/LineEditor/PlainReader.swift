#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads lines at a terminal that knows nothing but text, and shows and corrects what is typed by itself.
final class PlainReader: ConsoleReader {
  private static let interruptByte: UInt8 = 3

  private let console: Console
  private let configuration: LineEditor.Configuration
  private var isReading = false
  private var isPromptShown = false
  private var isAboutToQuit = false
  /// The lines of the entry so far.
  private var entry = ""

  init(console: Console, configuration: LineEditor.Configuration) {
    self.console = console
    self.configuration = configuration
  }

  func read() -> LineEditor.Input {
    configuration.onRead()
    isReading = true
    defer { isReading = false }
    entry = ""
    var line: [UInt8] = []
    while let byte = console.next(.endless) {
      var input: LineEditor.Input?
      switch byte {
      case Self.interruptByte:
        line = []
        input = interrupt()
      case UInt8(ascii: "\n"):
        input = add(String(decoding: line, as: UTF8.self))
        line = []
      default: line.append(byte)
      }
      if let input { return input }
    }
    endPromptLine()
    return .end
  }

  private func add(_ line: String) -> LineEditor.Input? {
    isPromptShown = false
    isAboutToQuit = false
    entry += line
    if configuration.isComplete(entry) { return .line(entry) }
    entry += "\n"
    return nil
  }

  private func interrupt() -> LineEditor.Input? {
    endPromptLine()
    if !entry.isEmpty { return .interrupted }
    if isAboutToQuit { return .quit }
    isAboutToQuit = true
    show(Array(LineEditor.Wording.quitHint.utf8))
    return nil
  }

  func show(_ lines: [UInt8]) {
    endPromptLine()
    console.terminal.write(lines)
  }

  func settle() {
    guard isReading, !isPromptShown else { return }
    isPromptShown = true
    let prompt = entry.isEmpty ? configuration.prompt : configuration.continuationPrompt
    console.terminal.write(Array(prompt.utf8))
  }

  func noticeTyping() {
    guard console.typing.contains(Self.interruptByte) else { return }
    console.typing = []
    // The terminal has shown the key.
    console.terminal.write([UInt8(ascii: "\n")])
    configuration.onInterrupt()
  }

  func resume() {
    isPromptShown = false
  }

  func close() {
    endPromptLine()
  }

  private func endPromptLine() {
    if isPromptShown { console.terminal.write([UInt8(ascii: "\n")]) }
    isPromptShown = false
  }
}
