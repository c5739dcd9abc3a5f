import VVSIDevelop
import VVSIHost
import VVSIPlugins
import VVSIShell

/// `vvsi check`: what came of trying libraries in a process of their own.
enum CheckCommand {
  static let usage = "[--clear] [--config FILE] [PLUGIN …]"

  static let subcommand = Subcommand(
    name: "check", usage: usage, summary: "try plugins apart; show or forget what came of it",
    run: run)

  /// What was found by all hosts of this user.
  static let verdicts = Verdicts(in: "\(UserFolder.cache)/verdicts")

  /// How long a trial by hand may take, in seconds.
  private static let seconds = 30.0

  private static func run(_ arguments: [String]) async -> ExitStatus {
    let complaint = Complaint()
    var (plugins, configuration): ([String], String?) = ([], nil)
    var clears = false
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--clear" {
        clears = true
      } else if argument == "--config", let path = rest.popFirst() {
        configuration = path
      } else if !argument.hasPrefix("-") {
        plugins.append(argument)
      } else {
        return complaint.tell(
          usage: "vvsi check \(usage)", found: "vvsi check \(arguments.joined(separator: " "))")
      }
    }
    if clears {
      HostCommand.suspects.clear()
      complaint.note(VerdictText.cleared(verdicts.clear()))
      if plugins.isEmpty { return .success }
    }
    guard !plugins.isEmpty else { return show(verdicts.all.map(VerdictText.line)) }
    do throws(PluginError) {
      return try await check(plugins, configuration, complaint)
    } catch {
      return complaint.tell(error)
    }
  }

  private static func check(
    _ plugins: [String], _ configuration: String?, _ complaint: Complaint
  ) async throws(PluginError) -> ExitStatus {
    let folder = try PrivateFolder(in: "\(UserFolder.cache)/run")
    defer { folder.remove() }
    let check = try check(in: folder, configuration, complaint)
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
    in folder: PrivateFolder, _ configuration: String?, _ complaint: Complaint
  ) throws(PluginError) -> PluginCheck {
    PluginCheck(
      folder: folder, driver: BuildDriver(log: complaint.note),
      admission: try Setup.admission(configuration),
      probation: Probation(verdicts: verdicts, run: TrialProcess.runner(seconds: seconds)))
  }

  private static func show(_ lines: [String]) -> ExitStatus {
    .answering(lines.map { $0 + "\n" }.joined())
  }
}
