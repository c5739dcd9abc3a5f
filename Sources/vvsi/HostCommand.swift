import VVSIDevelop
import VVSIForeign
import VVSIHost
import VVSIPlugins
import VVSIShell

/// `vvsi` without a subcommand: the host and its shell.
enum HostCommand {
  /// Runs the shell, and what it steers, on an executor.
  static func run(_ options: Options, on executor: HostExecutor) async -> ExitStatus {
    var settings = Settings()
    let setup = Setup(options.configuration)
    let configuration = setup.configuration
    settings.problems = setup.problems
    let paths = plugins(options, setup, problems: &settings.problems)
    settings.plugins = paths
    settings.watches = options.watches || configuration.watch
    settings.waitSeconds = configuration.waitSeconds
    settings.statesEverySeconds =
      options.statesEverySeconds ?? configuration.statesEverySeconds
    var supervision = configuration.supervision
    supervision.isolatesAll = options.isolates ?? supervision.isolatesAll
    let viewState = ViewState(limits: configuration.limits, supervision: supervision)
    do throws(PluginError) {
      let host = try PluginHost(
        viewState: viewState, privateFolderIn: "\(UserFolder.cache)/run",
        terms: configuration.takeover,
        admission: setup.admission, probation: probation(configuration), executor: executor)
      defer { host.removeCopies() }
      host.writeDownCrashes(
        exitStatus: ExitStatus.pluginFailed.rawValue, CrashText.wording)
      settings.crashes = Crashes(in: "\(UserFolder.cache)/run").take()
      let workshop = Workshop(
        host: host, viewState: viewState, driver: driver(telling: viewState),
        folders: options.plugins.isEmpty ? configuration.folders : [],
        options: BuildOptions(secondsLimit: configuration.buildSeconds),
        supervision: supervision, suspects: suspects.adding(settings.crashes))
      return await Shell.run(
        viewState, plugins: workshop, options: options, settings: settings, on: executor)
    } catch {
      return Complaint().tell(error)
    }
  }

  /// Libraries that took a host of this user down.
  static var suspects: Suspects { Suspects(in: "\(UserFolder.cache)/suspects") }

  static func probation(_ configuration: Configuration) -> Probation? {
    guard configuration.trialSeconds > 0 else { return nil }
    return Probation(
      verdicts: CheckCommand.verdicts, run: TrialProcess.runner(seconds: configuration.trialSeconds)
    )
  }

  /// The plugins that the command line names, or else those of the configuration.
  static func plugins(
    _ options: Options, _ setup: Setup, problems: inout [PluginError]
  ) -> [String] {
    guard options.plugins.isEmpty else { return options.plugins }
    var paths: [String] = []
    for folder in setup.configuration.folders {
      do throws(PluginError) {
        paths += try PluginPath.all(in: folder).filter { !isLeftOut($0, setup) }
      } catch {
        problems.append(error)
      }
    }
    return paths + setup.configuration.plugins
  }

  /// A manifest that its author marked as optional is no fault where its library is not installed.
  private static func isLeftOut(_ path: String, _ setup: Setup) -> Bool {
    guard path.hasSuffix(".json"), (try? setup.admission.trust.check(path)) != nil,
      let content = try? ForeignContent(path), content.isLeftOut
    else {
      return false
    }
    Complaint().note("\(path) is left out: its library is not installed")
    return true
  }

  private static func driver(telling viewState: ViewState) -> BuildDriver {
    BuildDriver { line in
      viewState.post(.log(plugin: "build", level: .information, message: line))
    }
  }
}
