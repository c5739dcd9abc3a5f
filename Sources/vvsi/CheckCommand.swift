import VVSIDevelop
import VVSIHost
import VVSIPlugins
import VVSIShell

/// `vvsi check`: what came of trying libraries in a process of their own.
enum CheckCommand {
  static let usage = "[--clear] [PLUGIN …]"

  static let subcommand = Subcommand(
    name: "check", usage: usage, summary: "try plugins apart; show or forget what came of it",
    run: run)

  /// What was found by all hosts of this user.
  static let verdicts = Verdicts(in: "\(UserFolder.cache)/verdicts")

  /// How long a trial by hand may take, in seconds.
  private static let seconds = 30.0

  private static func run(_ arguments: [String]) async -> ExitStatus {
    let complaint = Complaint()
    let plugins = arguments.filter { $0 != "--clear" }
    guard !plugins.contains(where: { $0.hasPrefix("-") }) else {
      return complaint.tell(
        usage: "vvsi check \(usage)", found: "vvsi check \(arguments.joined(separator: " "))")
    }
    if arguments.contains("--clear") {
      HostCommand.suspects.clear()
      complaint.note(VerdictText.cleared(verdicts.clear()))
      if plugins.isEmpty { return .success }
    }
    guard !plugins.isEmpty else { return show(verdicts.all.map(VerdictText.line)) }
    do throws(PluginError) {
      return try await check(plugins, complaint)
    } catch {
      return complaint.tell(error)
    }
  }

  private static func check(
    _ plugins: [String], _ complaint: Complaint
  ) async throws(PluginError) -> ExitStatus {
    let folder = try PrivateFolder(in: "\(UserFolder.cache)/run")
    defer { folder.remove() }
    let check = try check(in: folder, complaint)
    var status = ExitStatus.success
    for plugin in plugins {
      do throws(PluginError) {
        let verdict = try await check.run(plugin)
        let text = verdict.map(VerdictText.whole) ?? VerdictText.nothingToTry(plugin)
        status = max(status, show([text]))
        if let verdict, !verdict.hasPassed { status = max(status, .pluginFailed) }
      } catch {
        status = max(status, complaint.tell(error))
      }
    }
    return status
  }

  /// Tries plugins as the configuration allows it.
  static func check(
    in folder: PrivateFolder, _ complaint: Complaint
  ) throws(PluginError) -> PluginCheck {
    PluginCheck(
      folder: folder, driver: BuildDriver(log: complaint.note),
      admission: try Setup.usable().admission,
      probation: Probation(verdicts: verdicts, run: TrialProcess.runner(seconds: seconds)))
  }

  private static func show(_ lines: [String]) -> ExitStatus {
    .answering(lines.map { $0 + "\n" }.joined())
  }
}
