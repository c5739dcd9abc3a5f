internal import CLineEditor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ScreenReader {
  private static let commandKey = Unicode.Scalar(UInt8(LINE_EDITOR_COMMAND))
  private static let escape: Unicode.Scalar = "\u{1B}"
  private static let quote: Unicode.Scalar = "\u{16}"
  /// The keys after which libedit waits for another: Ctrl-V, Ctrl-X, Escape.
  private static let prefixes: Set<Unicode.Scalar> = [quote, "\u{18}", escape]
  /// Means nothing, also at the end of a sequence.
  private static let bell: Unicode.Scalar = "\u{07}"

  // MARK: - Keys

  /// The next key for libedit; nil if there will be none.
  func nextScalar() -> Unicode.Scalar? {
    if !queuedKeys.isEmpty { return queuedKeys.removeFirst() }
    while let key = nextKey() {
      if let scalar = prefix == nil ? translate(key) : endSequence(key) { return scalar }
    }
    return nil
  }

  /// What libedit gets as the end of a sequence; Ctrl-C and anything that is no character break it off.
  private func endSequence(_ key: Key) -> Unicode.Scalar? {
    if case .character(let scalar) = key, scalar != "\u{03}" || prefix == Self.quote {
      prefix = nil
      return scalar
    }
    if prefix == Self.quote { return nil }
    prefix = nil
    returnedKey = key
    return Self.bell
  }

  /// The next key; nil if there will be none.
  func nextKey() -> Key? {
    if let key = returnedKey {
      returnedKey = nil
      return key
    }
    return decoder.next()
  }

  private func translate(_ key: Key) -> Unicode.Scalar? {
    if let command = Command(key) {
      self.command = command
      if case .insert(let text) = command { self.command = .insert(text + textThatFollows()) }
      return Self.commandKey
    }
    switch key {
    case .character(let scalar):
      prefix = Self.prefixes.contains(scalar) ? scalar : nil
      return scalar
    case .meta(let scalar): queuedKeys = [scalar]
    case .wordLeft: queuedKeys = ["b"]
    case .wordRight: queuedKeys = ["f"]
    default: return nil
    }
    return Self.escape
  }

  /// Characters that were typed already, so that they are drawn together.
  func textThatFollows() -> String {
    var text = ""
    while console.hasByte, let key = nextKey() {
      guard case .character(let scalar) = key, scalar.value >= 0x20, scalar.value != 0x7F else {
        returnedKey = key
        break
      }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  // MARK: - Commands

  /// Runs the command that is due; true if the line is finished.
  func run() -> Bool {
    guard let command else { return false }
    self.command = nil
    if command != .interrupt { isAboutToQuit = false }
    if command != .complete { isAboutToList = false }
    switch command {
    case .enter: outcome = enter()
    case .interrupt: outcome = interrupt()
    case .end: outcome = end()
    case .suspend: suspend()
    case .clear: clear()
    case .complete: complete()
    case .search: searchHistory()
    case .up: up()
    case .down: down()
    default: edit(command)
    }
    return outcome != nil
  }

  private func edit(_ command: Command) {
    var buffer = buffer
    switch command {
    case .insert(let text): buffer.insert(text)
    case .insertLineFeed: buffer.insert("\n")
    case .left: buffer.moveLeft()
    case .right: buffer.moveRight()
    case .lineStart: buffer.moveToLineStart()
    case .lineEnd: buffer.moveToLineEnd()
    case .deleteBackward: buffer.deleteBackward()
    case .deleteForward: buffer.deleteForward()
    default: break
    }
    self.buffer = buffer
  }

  private func enter() -> LineEditor.Input? {
    var buffer = buffer
    guard let entries = Entries(buffer.text, isComplete: configuration.isComplete).complete else {
      buffer.insert("\n")
      self.buffer = buffer
      return nil
    }
    submitted = entries.dropFirst()
    return commit(EditBuffer(entries.first ?? ""))
  }

  private func interrupt() -> LineEditor.Input? {
    var buffer = buffer
    if !buffer.text.isEmpty {
      isAboutToQuit = false
      buffer.moveToEnd()
      buffer.insert("^C")
      leave(picture(of: buffer))
      return .interrupted
    }
    if isAboutToQuit {
      leave(picture())
      return .quit
    }
    isAboutToQuit = true
    show(Array(LineEditor.Wording.quitHint.utf8))
    return nil
  }

  private func end() -> LineEditor.Input? {
    guard buffer.text.isEmpty else {
      edit(.deleteForward)
      return nil
    }
    leave(picture())
    return .end
  }

  private func clear() {
    console.terminal.write(Array("\u{1B}[H\u{1B}[2J".utf8))
    painter.forget()
  }

  /// Stops the process as the terminal would have done, and goes on when it is continued.
  func suspend() {
    if isReading { leave(picture()) }
    console.terminal.leaveRawMode()
    kill(0, SIGTSTP)
    console.awaitContinuation()
    resume()
  }
}
