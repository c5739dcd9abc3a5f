import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Turns what compilers and linkers said into diagnostics, or into the one error that stands for it.
struct CompilerVerdict {
  let plugin: String
  /// Where the programs ran, as the user named it: relative files in messages are below it.
  let folder: String
  /// Where they write.
  let cache: BuildCache
  /// The time limit that they ran under.
  let seconds: Double

  /// Runs programs at the same time and returns all that they said, if all went well.
  ///
  /// - Throws: ``PluginError`` with the diagnostics of all of them, or with the reason why there are none.
  func run(
    _ commands: [ChildProcess.Command], _ cancellation: Cancellation
  ) throws(PluginError) -> [ChildProcess.Outcome] {
    let outcomes: [ChildProcess.Outcome]
    do throws(SystemError) {
      outcomes = try ChildProcess.run(commands, seconds: seconds, cancellation: cancellation)
    } catch {
      let program = commands.first?.arguments.first ?? ""
      throw .buildImpossible(
        plugin: plugin, reason: "\(program) cannot be started: \(error.reason)",
        remedy: error.isMissing ? "install it, or put its folder into PATH" : "try again")
    }
    for outcome in outcomes {
      if let reason = abnormalEnd(of: outcome) { throw reason }
    }
    if let failed = outcomes.first(where: { !$0.succeeded }) {
      throw .buildFailed(plugin: plugin, diagnostics: diagnostics(of: outcomes, failed))
    }
    return outcomes
  }

  private func diagnostics(
    of outcomes: [ChildProcess.Outcome], _ failed: ChildProcess.Outcome
  ) -> [Diagnostic] {
    let parsed = DiagnosticParser.parse(outcomes.map(\.output), in: folder)
    if parsed.first?.severity == .error { return parsed }
    // Something failed in words of its own; its last ones tell most.
    let words = failed.output.split(whereSeparator: \.isNewline).suffix(5)
    let lines = words.isEmpty ? ["the build failed without a word (\(failed.ending))"] : words
    return lines.map {
      Diagnostic(
        severity: .error, file: "", line: 0, column: 0, message: String($0), source: "")
    } + parsed
  }

  private func abnormalEnd(of outcome: ChildProcess.Outcome) -> PluginError? {
    if !outcome.succeeded, outcome.output.contains("No space left on device") {
      return .diskFull(for: plugin)
    }
    switch outcome.ending {
    case .timedOut:
      return .buildImpossible(
        plugin: plugin, reason: "it did not end within \(Self.number(seconds)) s and was stopped",
        remedy: "look for what takes so long, or raise timeout in \(PluginManifest.file)")
    case .cancelled:
      return .buildImpossible(plugin: plugin, reason: "it was cancelled", remedy: "build again")
    case .signalled(SIGBUS) where cache.isFull:
      // Linkers write through memory; a full disk ends them like that.
      return .diskFull(for: plugin)
    case .signalled(let signal):
      return crash("signal \(signal)", outcome.output)
    case .exited(let status):
      if status == 0 || !Self.crashMarks.contains(where: outcome.output.contains) { return nil }
      return crash("status \(status)", outcome.output)
    }
  }

  private static let crashMarks = ["lease submit a bug report", "LEASE submit a bug report"]

  private func crash(_ ending: String, _ output: String) -> PluginError {
    let words = output.split(whereSeparator: \.isNewline).filter { line in
      !Self.crashNoise.contains { line.contains($0) }
    }
    let said = words.prefix(3).map { $0.trimmingBlanks().prefix(160) }.joined(separator: " / ")
    return .buildImpossible(
      plugin: plugin,
      reason: "the compiler crashed (\(ending))" + (said.isEmpty ? "" : ": \(said)"),
      remedy: "undo the last edit, or write it differently")
  }

  /// What every crash says, and nobody can do anything with.
  private static let crashNoise =
    crashMarks + ["Stack dump", "Program arguments:", "Swift version", " 0x0000"]

  private static func number(_ seconds: Double) -> String {
    Int(exactly: seconds).map(String.init) ?? String(seconds)
  }
}

extension PluginError {
  static func diskFull(for plugin: String) -> PluginError {
    .buildImpossible(
      plugin: plugin, reason: "the disk is full", remedy: "free some space, then build again")
  }

  /// The cache does not do what a cache must.
  static func cacheUnusable(
    _ cache: BuildCache, for plugin: String, _ error: SystemError
  ) -> PluginError {
    if error.isDiskFull { return .diskFull(for: plugin) }
    return .buildImpossible(
      plugin: plugin, reason: "the build cache \(cache.path) cannot be used: \(error.reason)",
      remedy: "make it writable, or set XDG_CACHE_HOME")
  }
}
