import VVSIForeign
public import VVSIHost
public import VVSIPlugins
import VVSIWorkers

/// All that a user can do with plugins: load, unload, reload, roll back, and have saves go live by themselves.
public actor Workshop: PluginControl {
  nonisolated let host: PluginHost
  let viewState: ViewState
  private let supply: PluginSupply
  private let housing: Housing
  /// Folders of plugins.
  let folders: [String]
  /// Where each plugin came from.
  var sources: [String: String] = [:]
  /// What each plugin was made from last.
  private var contents: [String: ReadyPlugin.Content] = [:]
  /// What was got ready before it is loaded.
  private var prepared: [String: Result<ReadyPlugin, PluginError>] = [:]
  var watcher: Watcher?
  /// Takes what the watcher tells; nil while watching is off.
  var watching: Task<Void, Never>?
  /// Paths that are being brought up to date.
  var busy: Set<String> = []
  /// Paths that have changed once more meanwhile.
  var dirty: Set<String> = []

  /// Runs the actor where its host runs: a call from one to the other wakes no thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    host.executor.asUnownedSerialExecutor()
  }

  /// Makes a workshop.
  ///
  /// - Parameters:
  ///   - host: Loads what is built.
  ///   - viewState: Is told what fails while nobody waits for it.
  ///   - driver: Builds.
  ///   - folders: Folders of plugins, watched when watching is on.
  ///   - options: How to build.
  ///   - supervision: Which plugins get processes of their own, and how these are watched over.
  ///   - suspects: Libraries that get processes of their own because they took a host down.
  public init(
    host: PluginHost, viewState: ViewState, driver: BuildDriver, folders: [String],
    options: BuildOptions = BuildOptions(), supervision: Supervision = Supervision(),
    suspects: Suspects = .none
  ) {
    self.host = host
    self.viewState = viewState
    self.folders = folders
    supply = PluginSupply(driver: driver, options: options, admission: host.admission)
    housing = Housing(
      supervision: supervision, suspects: suspects, stateBytes: viewState.limits.stateBytes)
  }

  /// Whether saving rebuilds.
  public var isWatching: Bool { watching != nil }

  /// Loads a library, a folder of sources after building it, or a manifest over a library of C.
  public func load(_ path: String) async throws(PluginError) -> String {
    let known = prepared.removeValue(forKey: path)
    let ready = if let known { try known.get() } else { try await supply.ready(path) }
    try await host.load(housing.loadable(ready), as: ready.plugin, from: path)
    sources[ready.plugin] = path
    contents[ready.plugin] = ready.content
    watcher?.add(path, as: .plugin)
    await tell(ready.diagnostics, of: ready.plugin)
    return ready.plugin
  }

  /// What a plugin is made from now: a library, a manifest and what that names, or all that a folder is built from.
  ///
  /// - Parameters:
  ///   - path: A library, a folder of sources, or a manifest.
  ///   - trust: Whom files may belong to.
  /// - Returns: The plugin's name and its parts.
  /// - Throws: ``PluginError`` if it cannot be read, or could not be loaded.
  public static func parts(
    of path: String, _ trust: Trust
  ) throws(PluginError) -> (plugin: String, parts: [[UInt8]]) {
    guard File.kind(of: path) == .folder else {
      try trust.check(path)
      let ready = try PluginSupply.asIs(path)
      return (ready.plugin, try ready.loadable.parts())
    }
    try trust.checkTree(path)
    let folder = try PinnedFolder(path)
    return (folder.plugin, [folder.content])
  }

  /// Gets plugins ready, tries and starts them, several at the same time, so that loading them has less left to do.
  ///
  /// What is wrong with them shows when they are loaded.
  public func prepare(_ paths: [String]) async {
    let rest = await prepareKnown(paths)
    guard rest.count > 1 else { return }
    await withTaskGroup(of: Void.self) { group in
      for (index, path) in rest.enumerated() {
        if index >= ChildProcess.width { await group.next() }
        group.addTask { await self.prepare(path) }
      }
    }
  }

  private func prepare(_ path: String) async {
    do throws(PluginError) {
      var ready = try await supply.ready(path)
      if let library = ready.library, housing.causeOfIsolation(ready) == nil {
        ready.started = try await host.prepare(library, as: ready.plugin, from: path)
      }
      prepared[path] = .success(ready)
    } catch {
      prepared[path] = .failure(error)
    }
  }

  /// Starts those plugins that were built and tried before, as they are now, all at once.
  ///
  /// - Returns: The others.
  private func prepareKnown(_ paths: [String]) async -> [String] {
    let supply = supply
    let found = await offActor { paths.map(supply.recall) }
    var known: [(content: LibraryContent, name: String, path: String)] = []
    var readies: [ReadyPlugin] = []
    for (path, ready) in zip(paths, found) {
      guard let ready, let library = ready.library, housing.causeOfIsolation(ready) == nil else {
        continue
      }
      known.append((library, ready.plugin, path))
      readies.append(ready)
    }
    guard !known.isEmpty else { return paths }
    for (index, result) in await host.prepareKnown(known).enumerated() {
      prepared[known[index].path] = result?.map { started in
        var ready = readies[index]
        ready.started = started
        return ready
      }
    }
    return paths.filter { prepared[$0] == nil }
  }

  /// Ends a plugin's instances and forgets its features.
  public func unload(_ plugin: String) async throws(PluginError) {
    try await host.unload(plugin)
    if let path = sources.removeValue(forKey: plugin) { watcher?.remove(path) }
  }

  /// Builds a plugin again where it has sources, and makes the new generation live.
  public func reload(_ plugin: String, reset: Bool) async throws(PluginError) {
    try await reload(plugin, reset: reset, onlyIfChanged: false)
  }

  func reload(
    _ plugin: String, reset: Bool, onlyIfChanged: Bool
  ) async throws(PluginError) {
    guard let path = await host.path(of: plugin) else {
      throw .unknownPlugin(plugin, known: await viewState.plugins().map(\.name))
    }
    let ready: ReadyPlugin
    do throws(PluginError) {
      ready = try await supply.ready(path)
    } catch {
      await tell(failure: error, of: plugin)
      throw error
    }
    let isCompared = File.kind(of: path) == .folder || PluginPath.isManifest(path)
    if onlyIfChanged, isCompared, contents[plugin] == ready.content { return }
    contents[plugin] = ready.content
    try await host.reload(
      plugin, with: housing.loadable(ready), resetsState: reset, stages: ready.stages,
      diagnostics: ready.diagnostics)
  }

  /// Makes the generation before the current one live again.
  public func rollback(_ plugin: String) async throws(PluginError) {
    try await host.rollback(plugin)
  }

  /// Starts a plugin again that crashed too often in a process of its own.
  public func retry(_ plugin: String) async throws(PluginError) {
    let plugins = await viewState.plugins()
    guard let status = plugins.first(where: { $0.name == plugin }) else {
      throw .unknownPlugin(plugin, known: plugins.map(\.name))
    }
    let feature = status.features.first ?? ""
    let provider = await viewState.provider(of: feature) as? WorkerProvider
    guard let provider, await offActor({ provider.retry() }) else {
      throw .notQuarantined(plugin: plugin)
    }
  }

  func tell(failure error: PluginError, of plugin: String) async {
    let generation = await viewState.plugins().first { $0.name == plugin }?.generation ?? 0
    await viewState.publish(
      .reloadFailed(ReloadFailure(plugin: plugin, generation: generation, error: error)))
  }

  private func tell(_ warnings: [Diagnostic], of plugin: String) async {
    for warning in warnings {
      let place = "\(warning.file):\(warning.line):\(warning.column)"
      await viewState.publish(
        .log(plugin: plugin, level: .warning, message: "\(place): \(warning.message)"))
    }
  }
}
