import VVSIHost

/// A person at a terminal: lines are typed there, and what is said appears above them.
final class EditorLines: LineSource, Output {
  private let editor: LineEditor

  /// Takes the terminal.
  ///
  /// - Throws: ``LineEditor/Unavailable`` if there is none that can be used.
  init(
    allowsColour: Bool, catalog: Guarded<Catalog>, interruptions: Interruptions
  ) throws(LineEditor.Unavailable) {
    var configuration = LineEditor.Configuration(environment: Environment.value)
    configuration.prompt = "vvsi> "
    configuration.continuationPrompt = "  ... "
    configuration.isColoured = configuration.isColoured && allowsColour
    configuration.capturesOutput = true
    configuration.isComplete = Continuation.isComplete
    configuration.complete = { line, cursor in
      Completer.complete(line, cursor: cursor, catalog: catalog.withLock { $0 })
    }
    configuration.onInterrupt = { interruptions.raise(.interrupt) }
    configuration.onRead = { interruptions.forgetInterrupts() }
    editor = try LineEditor(configuration)
  }

  nonisolated(nonsending) func next() async -> LineInput {
    switch await editor.readLine() {
    case .line(let text): .line(text)
    case .interrupted: .interrupted
    case .quit: .quit
    case .end: .end
    }
  }

  func write(_ text: String) throws(OutputClosed) { editor.print(text) }

  /// Shows what is left and gives the terminal back.
  func close() { editor.close() }
}
