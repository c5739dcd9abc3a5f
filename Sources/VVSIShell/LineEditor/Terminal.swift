internal import CLineEditor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A terminal that a person types at, and its modes.
///
/// Holds descriptors of its own, so that others may redirect the standard ones.
final class Terminal {
  let input: Int32
  let output: Int32
  /// The modes that the terminal had before, and gets back.
  private(set) var modeBefore: termios

  /// Opens the terminal behind two descriptors.
  init(input: Int32, output: Int32) throws(LineEditor.Unavailable) {
    var mode = termios()
    guard isatty(output) == 1, tcgetattr(input, &mode) == 0 else {
      throw LineEditor.Unavailable(code: errno)
    }
    modeBefore = mode
    self.input = fcntl(input, F_DUPFD_CLOEXEC, 3)
    self.output = fcntl(output, F_DUPFD_CLOEXEC, 3)
  }

  deinit {
    close(input)
    close(output)
  }

  /// Rows and columns, at least one and two.
  var size: (rows: Int, columns: Int) {
    var size = winsize()
    let isKnown = ioctl(output, UInt(TIOCGWINSZ), &size) == 0
    return (
      isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24,
      isKnown && size.ws_col > 0 ? max(2, Int(size.ws_col)) : 80
    )
  }

  /// Makes keys arrive one by one and unseen, whatever the modes are now.
  func enterRawMode() {
    var mode = modeBefore
    line_editor_make_raw(&mode)
    set(mode)
    write(Array("\u{1B}[?2004h".utf8))
  }

  /// Gives the terminal back as it was.
  func leaveRawMode() {
    write(Array("\u{1B}[?2004l".utf8))
    set(modeBefore)
  }

  /// Takes note of modes that someone else set while the process was stopped.
  func rememberMode() {
    var mode = termios()
    let isSomeoneElses = tcgetattr(input, &mode) == 0 && mode.c_lflag & tcflag_t(ICANON) != 0
    if isSomeoneElses { modeBefore = mode }
  }

  /// Writes all bytes, for as long as the terminal takes to accept them.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(output, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }

  private func set(_ mode: termios) {
    var mode = mode
    while tcsetattr(input, TCSADRAIN, &mode) != 0 && errno == EINTR {}
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
