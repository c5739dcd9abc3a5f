import CTerminalSupport
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that runs in a terminal of its own, driven like a person would: by keys, looking at the screen.
package final class PseudoTerminal: Sendable {
  /// What was waited for did not come.
  package struct TimedOut: Error, CustomStringConvertible {
    package let description: String
  }

  /// How a program ended.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// The program; its process id.
  package let process: Int32
  private let terminal: Int32
  private let state: State

  /// What is known of the program; to be touched only with the condition locked.
  private final class State: @unchecked Sendable {
    let condition = NSCondition()
    var screen: Screen
    var isClosed = false
    var isHangingUp = false
    /// Whether the descriptor of the terminal is no longer ours.
    var isGone = false
    var ending: Ending?

    init(_ screen: Screen) {
      self.screen = screen
    }
  }

  /// Starts a program.
  package init(
    executable: String, arguments: [String] = [], environment: [String: String] = [:],
    rows: Int = 24, columns: Int = 80
  ) throws {
    var opened: Int32 = -1
    var argv = ([executable] + arguments).map { strdup($0) } + [nil]
    // A library that the editor is built on leaks a little when it ends.
    let sanitizers = ProcessInfo.processInfo.environment.filter { $0.key == "ASAN_OPTIONS" }
    var envp =
      environment.merging(sanitizers) { own, _ in own }.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    process = terminal_support_spawn(
      executable, &argv, &envp, Int32(rows), Int32(columns), &opened)
    guard process > 0 else { throw TimedOut(description: "no process: \(errno)") }
    terminal = opened
    state = State(Screen(rows: rows, columns: columns))
    Thread.detachNewThread { [state, terminal] in Self.follow(terminal, state) }
  }

  deinit {
    if state.ending == nil {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    hangUp()
  }

  /// The screen as it is now.
  package var screen: Screen { state.condition.withLock { state.screen } }

  /// Types keys.
  package func send(_ keys: String) {
    var rest = Array(keys.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Pastes text as a terminal does that marks it.
  package func paste(_ text: String) {
    send("\u{1B}[200~" + text.replacing("\n", with: "\r") + "\u{1B}[201~")
  }

  /// Gives the terminal another size.
  package func resize(rows: Int, columns: Int) {
    var size = winsize()
    (size.ws_row, size.ws_col) = (UInt16(rows), UInt16(columns))
    state.condition.withLock { state.screen.resize(rows: rows, columns: columns) }
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  /// Takes the terminal away, as when a window is closed.
  package func hangUp() {
    state.condition.withLock {
      state.isHangingUp = true
      while !state.isClosed { state.condition.wait() }
      if !state.isGone { close(terminal) }
      state.isGone = true
    }
  }

  /// Whether the terminal shows what is typed and gives it on line by line, as it does outside of an editor.
  package var isCooked: Bool {
    var mode = termios()
    tcgetattr(terminal, &mode)
    let flags = tcflag_t(ICANON) | tcflag_t(ECHO) | tcflag_t(ISIG)
    return mode.c_lflag & flags == flags
  }

  /// Waits until the screen looks right.
  @discardableResult
  package func waitFor(
    _ what: String = "the screen", timeout: Double = 240, _ isRight: (Screen) -> Bool
  ) throws -> Screen {
    try wait(what, timeout) { isRight($0.screen) }
    return screen
  }

  /// Waits until the program has ended and all its output has been seen.
  @discardableResult
  package func waitForEnd(timeout: Double = 240) throws -> Ending {
    if let ending = state.condition.withLock({ state.ending }) { return ending }
    try wait("the end", timeout, \.isClosed)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    let ending: Ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    state.condition.withLock { state.ending = ending }
    return ending
  }

  private func wait(_ what: String, _ timeout: Double, _ isRight: (State) -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: timeout)
    state.condition.lock()
    defer { state.condition.unlock() }
    while !isRight(state) {
      guard !state.isClosed, state.condition.wait(until: deadline) else {
        let reason = state.isClosed ? "the program ended" : "not within \(timeout) s"
        let screen = state.screen
        throw TimedOut(
          description: "waited for \(what): \(reason); the cursor is at \(screen.cursor) of\n"
            + screen.transcript)
      }
    }
  }

  /// Draws what the program writes, until it ends or is to be hung up.
  private static func follow(_ terminal: Int32, _ state: State) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while !state.condition.withLock({ state.isHangingUp }) {
      var request = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 20) > 0 else { continue }
      let count = read(terminal, &bytes, bytes.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      state.condition.withLock {
        state.screen.feed(bytes[..<count])
        state.condition.broadcast()
      }
    }
    state.condition.withLock {
      state.isClosed = true
      state.condition.broadcast()
    }
  }
}
