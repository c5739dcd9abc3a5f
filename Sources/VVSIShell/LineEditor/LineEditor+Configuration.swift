#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension LineEditor {
  /// How the editor looks and what it asks.
  package struct Configuration: Sendable {
    /// Where keys come from.
    package var input = STDIN_FILENO
    /// Where the screen is.
    package var output = STDOUT_FILENO
    /// What stands before a line.
    package var prompt = "> "
    /// What stands before the lines that go on with an entry; looks best if it is as wide as the prompt.
    package var continuationPrompt = ". "
    /// Whether the prompt is coloured.
    package var isColoured: Bool
    /// Whether the terminal understands more than text.
    package var canMoveCursor: Bool
    /// Where entries are kept; nowhere if nil.
    package var historyPath: String?
    /// Whether what anyone prints to standard output and error is shown above the line, too, where these lead to a
    /// terminal.
    package var capturesOutput = false
    /// Whether an entry needs no further line; called on the editing thread.
    package var isComplete: @Sendable (String) -> Bool = { _ in true }
    /// What could stand at a cursor, given in bytes of UTF-8; called on the editing thread.
    package var complete: @Sendable (_ line: String, _ cursor: Int) -> Completion = { _, cursor in
      Completion(start: cursor, candidates: [])
    }
    /// Ctrl-C while no line is being read; called on the editing thread.
    package var onInterrupt: @Sendable () -> Void = {}
    /// A line is being read from now on, so that every Ctrl-C until its end is for the line; called on the editing
    /// thread.
    package var onRead: @Sendable () -> Void = {}

    /// Makes a configuration that suits an environment, given by its variables.
    ///
    /// Colours are used unless `NO_COLOR` is set. The history is in `vvsi/history` under `$XDG_STATE_HOME`, or under
    /// `~/.local/state`.
    package init(environment: (String) -> String?) {
      canMoveCursor = !["", "dumb", "emacs", "unknown"].contains(environment("TERM") ?? "")
      isColoured = canMoveCursor && (environment("NO_COLOR") ?? "").isEmpty
      if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
        historyPath = state + "/vvsi/history"
      } else if let home = environment("HOME"), home.hasPrefix("/") {
        historyPath = home + "/.local/state/vvsi/history"
      }
    }
  }
}
