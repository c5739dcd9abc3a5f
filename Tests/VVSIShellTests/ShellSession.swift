import VVSIHost

@testable import VVSIShell

/// Swift Testing has an `ExitStatus` of its own.
typealias Status = VVSIShell.ExitStatus

/// A shell with a fake feature, driven by lines; keeps what it says.
struct ShellSession {
  var isJSON = false
  var isInteractive = false
  var waitSeconds = 600.0
  var statesEverySeconds = 0.0
  var features = ["list"]
  var problems: [PluginError] = []

  struct Outcome {
    var output: String
    var errors: String
    var status: Status

    /// All that was said, in the order of its kind: output, then errors.
    var text: String { output + errors }

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Runs lines to the end.
  func run(_ lines: String...) async -> Outcome {
    await run(Lines(lines.map { .line($0) }), interruptions: Interruptions())
  }

  func run(_ source: any LineSource, interruptions: Interruptions) async -> Outcome {
    let (output, errors) = (TextOutput(), TextOutput())
    let status = await run(
      [source], outputs: Outputs(main: output, errors: errors, isJSON: isJSON), interruptions)
    return Outcome(output: output.text, errors: errors.text, status: status)
  }

  func run(
    _ sources: [any LineSource], outputs: Outputs, _ interruptions: Interruptions
  ) async -> Status {
    let viewState = ViewState(limits: Limits(actionBytes: 1_000, instances: 2))
    let plugins = FakePlugins(viewState)
    let settings = Settings(
      plugins: features.map { "good" + $0 }, problems: problems, waitSeconds: waitSeconds,
      statesEverySeconds: statesEverySeconds)
    let shell = Shell(
      viewState, plugins: plugins, settings: settings, outputs: outputs,
      interruptions: interruptions, isInteractive: isInteractive)
    // As the process does; what other tests leave to the pool may take long.
    return await Task(executorPreference: shell.thread) { await shell.run(sources) }.value
  }
}

/// Keeps what is written.
final class TextOutput: Output {
  private let written = Guarded("")

  func write(_ text: String) throws(OutputClosed) { written.withLock { $0 += text } }

  var text: String { written.withLock { $0 } }
}

/// Is closed after so many writes.
final class ClosingOutput: Output {
  private let left: Guarded<Int>

  init(after count: Int) {
    left = Guarded(count)
  }

  func write(_ text: String) throws(OutputClosed) {
    let left = left.withLock { left in
      left -= 1
      return left
    }
    if left < 0 { throw OutputClosed() }
  }
}

/// Lines of a test.
actor Lines: LineSource {
  private var inputs: [LineInput]
  private let last: @Sendable () async -> LineInput

  init(_ inputs: [LineInput], last: @escaping @Sendable () async -> LineInput = { .end }) {
    self.inputs = inputs
    self.last = last
  }

  func next() async -> LineInput {
    inputs.isEmpty ? await last() : inputs.removeFirst()
  }
}
