import VVSIDevelop
import VVSIHost
import VVSIPlugins
import VVSIShell

/// `vvsi pin`: from now on only these plugins load, and only as they are now.
enum PinCommand {
  static let usage = "[--config FILE] [PLUGIN …]"

  static let subcommand = Subcommand(
    name: "pin", usage: usage, summary: "let plugins load only as they are now, by SHA-256",
    run: run)

  private static func run(_ arguments: [String]) async -> ExitStatus {
    let complaint = Complaint()
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--config", let path = rest.popFirst() {
        options.configuration = path
      } else if !argument.hasPrefix("-") {
        options.plugins.append(argument)
      } else {
        return complaint.tell(
          usage: "vvsi pin \(usage)", found: "vvsi pin \(arguments.joined(separator: " "))")
      }
    }
    do throws(PluginError) {
      return try pin(options, complaint)
    } catch {
      return complaint.tell(error)
    }
  }

  /// Pins the plugins named beside those that are; all those of the configuration, and no others, if none is named.
  private static func pin(
    _ options: Options, _ complaint: Complaint
  ) throws(PluginError) -> ExitStatus {
    let setup = Setup(options.configuration)
    if let problem = setup.configurationProblem { throw problem }
    var problems: [PluginError] = []
    let paths = HostCommand.plugins(options, setup, problems: &problems)
    if let problem = problems.first { throw problem }
    var pins = Pins(path: setup.lock)
    if !options.plugins.isEmpty {
      try setup.check()
      pins = setup.admission.pins ?? pins
    }
    for path in paths {
      let (plugin, parts) = try Workshop.parts(of: path, setup.admission.trust)
      pins.pin(plugin, to: parts)
    }
    try pins.write()
    try Trust().checkSetup(setup.lock)
    complaint.note(PinText.pinned(paths.count, in: setup.lock))
    return .success
  }
}
