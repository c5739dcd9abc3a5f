internal import CLineEditor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads lines at a terminal that can move its cursor.
///
/// libedit holds the line and does what its keys say. Everything on the screen is drawn here, because libedit's own
/// drawing loses its place with combining characters, with text taller than the screen, and cannot print above the line.
final class ScreenReader: ConsoleReader {
  let console: Console
  let configuration: LineEditor.Configuration
  let decoder: KeyDecoder
  var editor: OpaquePointer?
  private let hooks: UnsafeMutablePointer<line_editor_hooks>

  var history = History()
  var historyFile: HistoryFile?
  var painter = Painter()
  var isReading = false
  /// What the line became.
  var outcome: LineEditor.Input?
  /// What the next call of libedit's command is to do.
  var command: Command?
  /// Keys that libedit is to get before others.
  var queuedKeys: [Unicode.Scalar] = []
  /// A key that was read and not used.
  var returnedKey: Key?
  /// The key before, if libedit takes the next one literally or as the end of a sequence.
  var prefix: Unicode.Scalar?
  /// Entries that were submitted together with one before, to be read next.
  var submitted: ArraySlice<String> = []
  /// The place in the history that is shown, and the line that was being typed.
  var recalled: (index: Int, line: EditBuffer)?
  /// Drawn in place of the line, if there is one.
  var search: HistorySearch?
  /// Whether the last key was Ctrl-C on an empty prompt.
  var isAboutToQuit = false
  /// Whether the last key was a tab that could not complete anything.
  var isAboutToList = false

  /// Takes the terminal; nil if it cannot move its cursor.
  init?(console: Console, configuration: LineEditor.Configuration) {
    guard configuration.canMoveCursor else { return nil }
    self.console = console
    self.configuration = configuration
    decoder = KeyDecoder(source: console)
    hooks = .allocate(capacity: 1)
    hooks.initialize(to: line_editor_hooks())
    hooks.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    hooks.pointee.next = deliverKey
    hooks.pointee.command = runCommand
    editor = line_editor_create(console.terminal.input, hooks)
    guard editor != nil else { return nil }
    console.terminal.enterRawMode()
    loadHistory()
  }

  deinit {
    hooks.deallocate()
  }

  func close() {
    console.terminal.write(painter.erase(size: console.terminal.size))
    console.terminal.leaveRawMode()
    if let editor { line_editor_destroy(editor) }
    editor = nil
  }

  // MARK: - Reading

  func read() -> LineEditor.Input {
    configuration.onRead()
    if let next = submitted.popFirst() { return commit(EditBuffer(next)) }
    outcome = nil
    recalled = nil
    isReading = true
    repeat { line_editor_edit(editor) } while outcome == nil && console.isOpen
    isReading = false
    if outcome == nil { leave(picture()) }
    return outcome ?? .end
  }

  /// Leaves an entry on the screen and in the history, and returns it.
  func commit(_ entry: EditBuffer) -> LineEditor.Input {
    leave(picture(of: entry))
    remember(entry.text)
    return .line(entry.text)
  }

  /// The line as libedit has it.
  var buffer: EditBuffer {
    get {
      var count = 0
      var cursor = 0
      guard let text = line_editor_text(editor, &count, &cursor) else { return EditBuffer() }
      let scalars = UnsafeBufferPointer(start: text, count: count).map { value in
        Unicode.Scalar(UInt32(bitPattern: value)) ?? "\u{FFFD}"
      }
      return EditBuffer(scalars: scalars, cursor: cursor)
    }
    set {
      let scalars = newValue.text.unicodeScalars.map { Int32(bitPattern: $0.value) } + [0]
      line_editor_set_text(editor, scalars, newValue.scalarOffset)
    }
  }

  // MARK: - The screen

  func show(_ lines: [UInt8]) {
    let size = console.terminal.size
    let wasShowing = painter.isShowing
    var bytes = painter.erase(size: size) + lines
    if wasShowing { bytes += painter.paint(picture(), size: size) }
    console.terminal.write(bytes)
  }

  func settle() {
    guard isReading else { return }
    console.terminal.write(painter.paint(picture(), size: console.terminal.size))
  }

  /// Leaves a picture on the screen for good.
  func leave(_ picture: Picture) {
    console.terminal.write(painter.commit(picture, size: console.terminal.size))
  }

  func resume() {
    console.terminal.rememberMode()
    console.terminal.enterRawMode()
    painter.forget()
    console.terminal.write(Array("\r\u{1B}[J".utf8))
  }

  /// Typing ahead is kept for the next line, but for the keys that are to act at once.
  func noticeTyping() {
    let interrupt: UInt8 = 3
    let suspend: UInt8 = 26
    if let last = console.typing.lastIndex(of: interrupt) {
      let presses = console.typing.count { $0 == interrupt }
      console.typing.removeSubrange(...last)
      submitted = []
      for _ in 0..<presses { configuration.onInterrupt() }
    }
    if console.typing.contains(suspend) {
      console.typing.removeAll { $0 == suspend }
      self.suspend()
    }
  }

  /// What is to be seen now.
  func picture() -> Picture {
    picture(of: search?.buffer ?? buffer)
  }

  /// What is to be seen of a text.
  func picture(of buffer: EditBuffer) -> Picture {
    var prompts = Layout.Prompts(
      first: search?.prompt ?? configuration.prompt, next: configuration.continuationPrompt)
    if configuration.isColoured {
      (prompts.styleOn, prompts.styleOff) = ("\u{1B}[1;36m", "\u{1B}[0m")
    }
    return Picture(buffer: buffer, prompts: prompts)
  }
}

private func deliverKey(_ context: UnsafeMutableRawPointer?, _ key: UnsafeMutablePointer<UInt32>?)
  -> Bool
{
  guard let context, let key else { return false }
  let reader = Unmanaged<ScreenReader>.fromOpaque(context).takeUnretainedValue()
  guard let scalar = reader.nextScalar() else { return false }
  key.pointee = scalar.value
  return true
}

private func runCommand(_ context: UnsafeMutableRawPointer?) -> Bool {
  guard let context else { return true }
  return Unmanaged<ScreenReader>.fromOpaque(context).takeUnretainedValue().run()
}
