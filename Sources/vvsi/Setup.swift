import VVSIHost
import VVSIPlugins

/// What a host is set up with: the configuration, and what is pinned beside it.
///
/// Both say what is trusted, so that both must be out of reach of others themselves, whatever they say. Where one of them
/// cannot be used, nothing of it is, and no plugin is loaded.
struct Setup {
  /// Where the configuration is looked for if none is named.
  private static let standard = "Config/vvsi.json"

  /// The defaults where there is none, or none that can be used.
  let configuration: Configuration
  /// What may be loaded.
  let admission: Admission
  /// Where plugins are pinned.
  let lock: String
  /// Why the configuration cannot be used; nil if it can.
  let configurationProblem: PluginError?
  /// Why what is pinned cannot be used; nil if it can.
  let lockProblem: PluginError?

  var problems: [PluginError] { [configurationProblem, lockProblem].compactMap(\.self) }

  /// Reads the configuration at a path, or the standard one if there is one, and what is pinned.
  init(_ named: String?) {
    let path = named ?? Self.standard
    lock = Self.lock(beside: path)
    let trust: Trust
    do throws(PluginError) {
      configuration =
        named == nil && File.isAbsent(path)
        ? Configuration() : try Configuration(parsing: try Self.read(path), path: path)
      trust = Trust(exceptions: configuration.trusted)
      configurationProblem = nil
    } catch {
      configuration = Configuration()
      trust = Trust(withoutConfiguration: path)
      configurationProblem = error
    }
    do throws(PluginError) {
      admission = Admission(trust: trust, pins: try Self.pins(in: lock))
      lockProblem = nil
    } catch {
      admission = Admission(trust: trust, pins: Pins(path: lock))
      lockProblem = error
    }
  }

  /// What may be loaded, for those who can do nothing without plugins.
  ///
  /// - Throws: ``PluginError`` if the configuration, or what is pinned, cannot be used.
  static func admission(_ named: String?) throws(PluginError) -> Admission {
    let setup = Setup(named)
    try setup.check()
    return setup.admission
  }

  /// Fails with the first problem.
  func check() throws(PluginError) {
    if let problem = problems.first { throw problem }
  }

  /// What is pinned; nil if nothing is.
  private static func pins(in lock: String) throws(PluginError) -> Pins? {
    File.isAbsent(lock) ? nil : try Pins(parsing: try read(lock), path: lock)
  }

  private static func lock(beside configuration: String) -> String {
    "\(File.folder(of: configuration))/\(Pins.file)"
  }

  private static func read(_ path: String) throws(PluginError) -> [UInt8] {
    try Trust().checkSetup(path)
    guard !File.isBrokenLink(path) else {
      throw .unreadable(path: path, reason: "it is a link that leads nowhere; correct or remove it")
    }
    return try File.read(path)
  }
}
