import VVSIHost

/// Turns what compilers and linkers said into diagnostics or the one error that stands for it.
struct CompilerVerdict {
  let plugin: String
  /// Where the compilers ran, as the user named it: the diagnostics' relative files are below it.
  let folder: String
  /// The time limit that they ran under.
  let seconds: Double

  /// The warnings of jobs that all went well.
  ///
  /// - Throws: ``PluginError`` for the first job that did not.
  func diagnostics(of outcomes: [ChildProcess.Outcome]) throws(PluginError) -> [Diagnostic] {
    let parsed = DiagnosticParser.parse(outcomes.map(\.output), in: folder)
    for outcome in outcomes {
      if let reason = abnormalEnd(of: outcome) { throw reason }
    }
    if outcomes.contains(where: { !$0.succeeded }) {
      throw .buildFailed(plugin: plugin, diagnostics: parsed)
    }
    return parsed
  }

  private func abnormalEnd(of outcome: ChildProcess.Outcome) -> PluginError? {
    if outcome.output.contains("No space left on device") {
      return .buildImpossible(
        plugin: plugin, reason: "the disk is full", remedy: "free some space and save again")
    }
    switch outcome.ending {
    case .timedOut:
      return .buildImpossible(
        plugin: plugin, reason: "it did not end within \(Int(seconds)) s and was stopped",
        remedy: "look for code that the compiler takes long to check, or a build command that waits"
      )
    case .cancelled:
      return .buildImpossible(plugin: plugin, reason: "it was cancelled", remedy: "save again")
    case .signalled(let signal):
      return crash("signal \(signal)", outcome.output)
    case .exited(let status):
      if status == 0 || !Self.crashMarks.contains(where: outcome.output.contains) { return nil }
      return crash("status \(status)", outcome.output)
    }
  }

  private static let crashMarks = ["Please submit a bug report", "PLEASE submit a bug report"]

  private func crash(_ ending: String, _ output: String) -> PluginError {
    let lines = output.split(separator: "\n").prefix(3).joined(separator: " / ")
    let said = lines.isEmpty ? "" : ": \(lines)"
    return .buildImpossible(
      plugin: plugin, reason: "the compiler crashed (\(ending))\(said)",
      remedy: "undo the last edit, or write it differently")
  }
}

extension PluginError {
  /// The cache does not do what a cache must.
  static func cacheUnusable(
    _ cache: BuildCache, for plugin: String, _ error: SystemError
  ) -> PluginError {
    .buildImpossible(
      plugin: plugin,
      reason: error.isDiskFull
        ? "the disk is full" : "the build cache \(cache.path) cannot be used: \(error.reason)",
      remedy: error.isDiskFull
        ? "free some space and save again" : "make it writable, or set XDG_CACHE_HOME")
  }
}
