public import VVSIHost
public import VVSIPlugins

/// Runs a plugin's migration in a process of its own before it may run in the host: one that traps or never returns
/// takes down only that.
public enum MigrationProcess {
  /// The word after `vvsi` that runs ``migrate(_:)``.
  public static let word = "try-migration"
  /// What the process says at its end; a plugin that exits with status 0 on its way does not.
  public static let done = "\u{1}migration returned\u{1}"
  /// How long a migration may take, in seconds.
  public static let secondsLimit = 10.0

  /// Tries a migration.
  ///
  /// - Throws: ``Fault`` if it did not return.
  public static func run(_ trial: MigrationTrial) throws(Fault) {
    let outcome: ChildProcess.Outcome?
    do throws(SystemError) {
      outcome = try start(trial)
    } catch {
      throw fault("could not be tried: \(error.reason)")
    }
    switch outcome?.ending {
    case nil: throw fault("could not be tried: the host's executable is gone")
    case .exited(0) where outcome?.output.hasSuffix(done) == true: return
    case .exited(let status): throw fault("ended its process with status \(status)")
    case .signalled(let signal): throw fault("crashed (signal \(signal))")
    case .timedOut, .cancelled: throw fault("did not return within \(Int(secondsLimit)) s")
    }
  }

  private static func start(_ trial: MigrationTrial) throws(SystemError) -> ChildProcess.Outcome? {
    guard let executable = SDKLocation.executablePath() else { return nil }
    let cache = BuildCache.standard
    let scratch = try cache.makeScratch(beside: Path.join(cache.path, "migration"))
    defer { Files.remove(scratch) }
    let file = Path.join(scratch, "state.json")
    try Files.write(trial.state, to: file)
    let command = ChildProcess.Command(
      arguments: [
        executable, word, trial.library, trial.place, trial.feature, trial.fingerprint, file,
      ])
    return try ChildProcess.run(
      [command], seconds: secondsLimit, cancellation: Cancellation()
    ).first
  }

  private static func fault(_ what: String) -> Fault {
    Fault(code: "migration_failed", message: "its migration \(what), when it was tried apart")
  }

  /// What the process does.
  ///
  /// - Parameter arguments: What ``run(_:)`` put behind the word.
  /// - Returns: Whether the migration returned or threw.
  /// - Throws: ``PluginError`` if the library does not load or the state cannot be read.
  public static func migrate(_ arguments: [String]) async throws(PluginError) -> Bool {
    guard arguments.count == 5 else { return false }
    let viewState = ViewState()
    let host = try PluginHost(viewState: viewState, privateFolderIn: "\(UserFolder.cache)/run")
    defer { host.removeCopies() }
    try await host.load(arguments[0], as: "Trial", from: arguments[1])
    let state = try File.read(arguments[4])
    guard let provider = await viewState.provider(of: arguments[2]) else { return false }
    await offActor { _ = try? provider.migrate(state, from: arguments[3]) }
    return true
  }
}
