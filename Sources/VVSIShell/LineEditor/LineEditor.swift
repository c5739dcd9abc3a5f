internal import CLineEditor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import VVSIHost

/// Reads lines from a person at a terminal, and prints above the line that is being typed.
///
/// A thread of its own reads keys and is the only one that writes to the terminal. It holds the terminal from the
/// beginning to ``close()``; every way to end the process gives it back.
package final class LineEditor: Sendable {
  /// What a person entered.
  package enum Input: Equatable, Sendable {
    /// A complete entry: one line, or several if the first was not complete.
    case line(String)
    /// Ctrl-C: what was typed is gone.
    case interrupted
    /// Ctrl-C twice on an empty prompt.
    case quit
    /// Ctrl-D on an empty line, or the terminal is gone.
    case end
  }

  /// Standard input or output is no terminal that can be used.
  package struct Unavailable: Error, Equatable {
    /// The system's reason.
    package var code: Int32
  }

  private let inbox: Inbox
  private let thread: Guarded<Handle?>

  /// Takes the terminal.
  package init(_ configuration: Configuration) throws(Unavailable) {
    let terminal = try Terminal(input: configuration.input, output: configuration.output)
    inbox = try Inbox()
    let work = EditingWork(terminal: terminal, inbox: inbox, configuration: configuration)
    let context = Unmanaged.passRetained(work).toOpaque()
    guard let started = line_editor_start(runEditing, context) else {
      Unmanaged<EditingWork>.fromOpaque(context).release()
      throw Unavailable(code: EAGAIN)
    }
    thread = Guarded(Handle(pointer: started))
  }

  deinit {
    close()
  }

  /// Waits for the next entry.
  ///
  /// The prompt is shown while this waits, and only then. Entries pasted together come one by one.
  package func readLine() async -> Input {
    await withCheckedContinuation { request in
      if !inbox.ask(request) { request.resume(returning: .end) }
    }
  }

  /// Shows text as lines of their own, above the line that is being typed.
  ///
  /// Texts appear in the order of the calls. Does not wait for the terminal; if it does not keep up by megabytes, texts
  /// are left out and counted. From any thread. After ``close()`` the text goes to standard output.
  package func print(_ text: String) {
    if !inbox.print(text) { Swift.print(text, terminator: text.hasSuffix("\n") ? "" : "\n") }
  }

  /// Shows what is left and gives the terminal back.
  ///
  /// Returns when that is done, except where it is called by one of the configuration's functions.
  package func close() {
    inbox.closeSoon()
    let handle = thread.withLock { handle in
      defer { if handle.map({ !line_editor_is_current($0.pointer) }) ?? false { handle = nil } }
      return handle
    }
    guard let handle, !line_editor_is_current(handle.pointer) else { return }
    line_editor_join(handle.pointer)
  }

  private struct Handle: @unchecked Sendable {
    var pointer: OpaquePointer
  }
}

/// What the editing thread does from beginning to end.
private final class EditingWork {
  private let terminal: Terminal
  private let inbox: Inbox
  private let captured: CapturedOutput?
  private let configuration: LineEditor.Configuration

  init(terminal: Terminal, inbox: Inbox, configuration: LineEditor.Configuration) {
    self.terminal = terminal
    self.inbox = inbox
    self.configuration = configuration
    captured = configuration.capturesOutput ? CapturedOutput() : nil
  }

  func run() {
    line_editor_use_utf8()
    let console = Console(terminal: terminal, inbox: inbox, captured: captured)
    guardTerminal()
    let reader: any ConsoleReader =
      ScreenReader(console: console, configuration: configuration)
      ?? PlainReader(console: console, configuration: configuration)
    console.reader = reader
    console.serve()
    console.finish()
    reader.close()
    line_editor_unguard()
  }

  private func guardTerminal() {
    var guarded = line_editor_terminal()
    (guarded.input, guarded.output) = (terminal.input, terminal.output)
    guarded.mode = terminal.modeBefore
    guarded.is_raw = configuration.canMoveCursor
    guarded.wake = inbox.clapper
    guarded.captured = captured?.descriptor ?? -1
    line_editor_guard(&guarded)
  }
}

private func runEditing(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<EditingWork>.fromOpaque(context).takeRetainedValue().run()
}
