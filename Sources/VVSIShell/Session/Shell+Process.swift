public import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Shell {
  /// Runs a shell on the process's own input, output and signals, to its end.
  ///
  /// Nothing may have been loaded yet: with `--json`, standard output is taken away from plugins first.
  ///
  /// - Parameters:
  ///   - viewState: The host to show and drive.
  ///   - plugins: What loads, builds and reloads for it.
  ///   - options: What the command line says.
  ///   - settings: What command line and configuration together say.
  ///   - executor: Runs the shell; whoever shares it must never block.
  /// - Returns: The process's exit status.
  public static func run(
    _ viewState: ViewState, plugins: any PluginControl, options: Options, settings: Settings,
    on executor: HostExecutor
  ) async -> ExitStatus {
    let interruptions = Interruptions()
    interruptions.watchSignals()
    let catalog = Guarded(Catalog())
    if isForAPerson(options),
      let editor = try? EditorLines(
        allowsColour: options.allowsColour, catalog: catalog, interruptions: interruptions)
    {
      defer { editor.close() }
      var outputs = Outputs(main: editor, errors: editor)
      outputs.style = Style(isOn: options.allowsColour && Environment.allowsColour)
      outputs.errorStyle = outputs.style
      let shell = Shell(
        viewState, plugins: plugins, settings: settings, outputs: outputs,
        interruptions: interruptions, isInteractive: true, catalog: catalog, on: executor)
      return await shell.run([editor])
    }
    guard let outputs = Outputs.ofProcess(options) else { return .outputClosed }
    let shell = Shell(
      viewState, plugins: plugins, settings: settings, outputs: outputs,
      interruptions: interruptions, on: executor)
    let limit = viewState.limits.lineBytes
    let sources: [any LineSource] =
      options.sources.isEmpty
      ? [ScriptLines(path: "-", limit: limit)]
      : options.sources.map { source in
        switch source {
        case .line(let text): TextLines(text, limit: limit)
        case .file(let path): ScriptLines(path: path, limit: limit)
        }
      }
    return await shell.run(sources)
  }

  /// Whether lines are to be typed: nothing else was asked for, and both ends are a terminal.
  private static func isForAPerson(_ options: Options) -> Bool {
    options.sources.isEmpty && !options.isJSON && isatty(STDIN_FILENO) == 1
      && isatty(STDOUT_FILENO) == 1
  }
}

extension Limits {
  /// How long a line may be, in bytes: an action, and what is said of it besides.
  var lineBytes: Int { min(actionBytes, Int.max - 4_096) + 4_096 }
}

extension Outputs {
  /// The process's own outputs; nil if NDJSON is asked for and standard output is closed.
  public static func ofProcess(_ options: Options) -> Outputs? {
    let errors = DescriptorOutput(STDERR_FILENO)
    if options.isJSON {
      guard let descriptor = StandardOutput.takePrivately() else { return nil }
      return Outputs(main: DescriptorOutput(descriptor), errors: errors, isJSON: true)
    }
    let main = DescriptorOutput(STDOUT_FILENO)
    var outputs = Outputs(main: main, errors: errors)
    let allowsColour = options.allowsColour && Environment.allowsColour
    outputs.style = Style(isOn: allowsColour && main.isTerminal)
    outputs.errorStyle = Style(isOn: allowsColour && errors.isTerminal)
    return outputs
  }
}

/// What the environment says about the terminal.
enum Environment {
  /// Whether neither `NO_COLOR` nor a terminal without colours speaks against them.
  static var allowsColour: Bool {
    (value("NO_COLOR") ?? "").isEmpty && value("TERM") != "dumb"
  }

  static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
