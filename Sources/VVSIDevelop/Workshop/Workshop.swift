import VVSIForeign
public import VVSIHost
public import VVSIPlugins
import VVSIWorkers

/// All that a user can do with plugins: load, unload, reload, roll back, and have saves go live by themselves.
public actor Workshop: PluginControl {
  private nonisolated let host: PluginHost
  private let viewState: ViewState
  private let driver: BuildDriver
  private let options: BuildOptions
  private let folders: [String]
  private let suspects: Suspects
  private let supervision: Supervision
  private var sources: [String: String] = [:]
  /// What each plugin was made from last.
  private var contents: [String: Ready.Content] = [:]
  /// What was got ready before it is loaded.
  private var prepared: [String: Result<Ready, PluginError>] = [:]
  private var watcher: Watcher?
  private var watching: Task<Void, Never>?
  private var busy: Set<String> = []
  private var dirty: Set<String> = []

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
    self.suspects = suspects
    self.supervision = supervision
    self.host = host
    self.viewState = viewState
    self.driver = driver
    self.folders = folders
    self.options = options
  }

  /// Whether saving rebuilds.
  public var isWatching: Bool { watching != nil }

  /// Loads a library, a folder of sources after building it, or a manifest over a library of C.
  public func load(_ path: String) async throws(PluginError) -> String {
    let known = prepared.removeValue(forKey: path)
    let ready = if let known { try known.get() } else { try await ready(path) }
    try await host.load(loadable(ready), as: ready.plugin, from: path)
    sources[ready.plugin] = path
    contents[ready.plugin] = ready.content
    watcher?.add(path, as: .plugin)
    await tell(ready.diagnostics, of: ready.plugin)
    return ready.plugin
  }

  /// What a plugin is made from now, after building it where it has sources.
  ///
  /// - Parameters:
  ///   - path: A library, a folder of sources, or a manifest.
  ///   - driver: Builds what must be built.
  ///   - admission: What may be built.
  /// - Returns: The plugin's name and its parts.
  /// - Throws: ``PluginError`` if it cannot be built or read.
  public static func parts(
    of path: String, _ driver: BuildDriver, _ admission: Admission
  ) async throws(PluginError) -> (plugin: String, parts: [[UInt8]]) {
    let ready = try await ready(path, driver, BuildOptions(), admission)
    return (ready.plugin, try ready.loadable.parts())
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
      var ready = try await ready(path)
      if let library = ready.library, causeOfIsolation(ready) == nil {
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
    let (driver, options, admission) = (driver, options, host.admission)
    let found = await offActor {
      paths.map { path in Self.recall(path, driver, options, admission) }
    }
    var known: [(content: LibraryContent, name: String, path: String)] = []
    var readies: [Ready] = []
    for (path, ready) in zip(paths, found) {
      guard let ready, let library = ready.library, causeOfIsolation(ready) == nil else { continue }
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

  private func reload(
    _ plugin: String, reset: Bool, onlyIfChanged: Bool
  ) async throws(PluginError) {
    guard let path = await host.path(of: plugin) else {
      throw .unknownPlugin(plugin, known: await viewState.plugins().map(\.name))
    }
    let ready: Ready
    do throws(PluginError) {
      ready = try await self.ready(path)
    } catch {
      await tell(failure: error, of: plugin)
      throw error
    }
    let isCompared = File.kind(of: path) == .folder || Self.isManifest(path)
    if onlyIfChanged, isCompared, contents[plugin] == ready.content { return }
    contents[plugin] = ready.content
    try await host.reload(
      plugin, with: loadable(ready), resetsState: reset, stages: ready.stages,
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

  /// Turns rebuilding on save on or off.
  public func watch(_ on: Bool) async throws(PluginError) {
    guard on != isWatching else { return }
    guard on else {
      watching?.cancel()
      watching = nil
      watcher = nil
      return
    }
    let viewState = viewState
    let watcher = try Watcher { message in
      Task {
        await viewState.publish(.log(plugin: "watch", level: .warning, message: message))
      }
    }
    for folder in folders { watcher.add(folder, as: .plugins) }
    for path in sources.values where !isInFolders(path) { watcher.add(path, as: .plugin) }
    self.watcher = watcher
    watching = Task { [weak self] in
      for await paths in watcher.changes {
        for path in paths.sorted() { await self?.changed(path) }
      }
    }
    catchUp()
  }

  /// Looks once at everything that is watched: it may have changed since it was loaded.
  private func catchUp() {
    var paths = Set(sources.values)
    for folder in folders { paths.formUnion((try? Self.plugins(in: folder)) ?? []) }
    for path in paths.sorted() { changed(path) }
  }

  private func isInFolders(_ path: String) -> Bool {
    folders.contains { path.hasPrefix($0 + "/") }
  }
}

extension Workshop {
  /// What can be loaded, and what it took to get it.
  struct Ready: Sendable {
    enum Content: Sendable, Equatable {
      /// A library with the entry point of `vvsi.h`.
      case library(String)
      /// Functions of C.
      case foreign(ForeignContent)
    }

    var plugin: String
    var content: Content
    /// The name of the library's content, if it is kept where nobody writes to it any more.
    var keptAs: String?
    var isIsolated = false
    var stages: [Reload.Stage] = []
    var diagnostics: [Diagnostic] = []
    /// The library where it was started already.
    var started: Library?

    var loadable: any PluginContent {
      switch content {
      case .library(let path): LibraryContent(path, keptAs: keptAs, started: started)
      case .foreign(let content): content
      }
    }

    /// The library, if it is one with the entry point of `vvsi.h`.
    var library: LibraryContent? {
      guard case .library(let path) = content else { return nil }
      return LibraryContent(path, keptAs: keptAs)
    }
  }

  /// Builds what must be built; a library and a manifest are ready as they are.
  private func ready(_ path: String) async throws(PluginError) -> Ready {
    try await Self.ready(path, driver, options, host.admission)
  }

  nonisolated(nonsending) static func ready(
    _ path: String, _ driver: BuildDriver, _ options: BuildOptions, _ admission: Admission
  ) async throws(PluginError) -> Ready {
    if isManifest(path) {
      let name = String(File.name(of: path).dropLast(".json".count))
      return Ready(plugin: name, content: .foreign(try ForeignContent(path)))
    }
    // The driver says what is wrong with a link that leads nowhere.
    guard File.kind(of: path) == .folder || File.isBrokenLink(path) else {
      return Ready(plugin: name(ofLibrary: path), content: .library(path))
    }
    try await offActor { () throws(PluginError) in try admission.trust.checkTree(path) }
    return try ready(try await driver.build(path, options), at: path)
  }

  /// What was built and needs no look at its sources, since none was written; nil if there is no such thing.
  private static func recall(
    _ path: String, _ driver: BuildDriver, _ options: BuildOptions, _ admission: Admission
  ) -> Ready? {
    guard !isManifest(path), File.kind(of: path) == .folder,
      (try? admission.trust.checkTree(path)) != nil, let build = driver.recall(path, options)
    else { return nil }
    return try? ready(build, at: path)
  }

  private static func ready(_ build: Build, at path: String) throws(PluginError) -> Ready {
    let manifest = "\(path)/\(ForeignContent.file)"
    let isForeign = File.kind(of: manifest) == .file
    return Ready(
      plugin: build.plugin,
      content: isForeign
        ? .foreign(try ForeignContent(manifest, library: build.library)) : .library(build.library),
      keptAs: build.content, isIsolated: build.manifest.isIsolated, stages: build.stages,
      diagnostics: build.diagnostics)
  }

  /// Why a plugin gets a process of its own; nil if it does not.
  private func causeOfIsolation(_ ready: Ready) -> Residence.Cause? {
    if ready.isIsolated || supervision.isolatesAll { return .asked }
    switch ready.content {
    case .library(let library): return suspects.contains(library: library) ? .crash : nil
    case .foreign(let content):
      if content.asksForProcess { return .asked }
      return suspects.contains(content: content.identity) ? .crash : nil
    }
  }

  private func loadable(_ ready: Ready) -> any PluginContent {
    guard let cause = causeOfIsolation(ready) else { return ready.loadable }
    return WorkerContent(
      ready.loadable, command: WorkerServer.command, terms: supervision,
      stateBytes: viewState.limits.stateBytes, cause: cause)
  }

  /// `libList.so` holds the plugin `List`.
  static func name(ofLibrary path: String) -> String {
    let stem = File.name(of: path).prefix { $0 != "." }
    return String(stem.hasPrefix("lib") && stem.count > 3 ? stem.dropFirst(3) : stem)
  }

  /// The plugins in a folder of plugins, by name: folders, libraries and what claims to be a manifest, none hidden,
  /// and links that lead nowhere, which fail when they are loaded.
  ///
  /// - Throws: ``PluginError/missing(path:near:)`` if there is no such folder.
  public static func plugins(in folder: String) throws(PluginError) -> [String] {
    guard File.kind(of: folder) == .folder else {
      throw .missing(path: folder, near: File.near(folder))
    }
    return File.names(in: folder).filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }.filter {
      File.kind(of: $0) == .folder || isLibrary($0) || File.isBrokenLink($0)
        || (isManifest($0) && ForeignContent.isManifest($0))
    }
  }

  private static func isManifest(_ path: String) -> Bool {
    path.hasSuffix(".json") && File.kind(of: path) != .folder
  }

  private static func isLibrary(_ path: String) -> Bool {
    path.hasSuffix(".so") || path.hasSuffix(".dylib")
  }

  /// A watched path changed: one build at a time for each, and exactly one more for all changes during it.
  private func changed(_ path: String) {
    guard busy.insert(path).inserted else {
      dirty.insert(path)
      return
    }
    Task {
      repeat {
        dirty.remove(path)
        await bringUpToDate(path)
      } while dirty.contains(path)
      busy.remove(path)
    }
  }

  private func bringUpToDate(_ path: String) async {
    let plugin = sources.first { $0.value == path }?.key
    let kind = File.kind(of: path)
    do throws(PluginError) {
      switch (plugin, kind) {
      case (let plugin?, nil):
        try await host.unload(plugin)
        sources[plugin] = nil
      case (let plugin?, _): try await reload(plugin, reset: false, onlyIfChanged: true)
      case (nil, .folder): _ = try await load(path)
      case (nil, .file)
      where Self.isLibrary(path) || (Self.isManifest(path) && ForeignContent.isManifest(path)):
        _ = try await load(path)
      case (nil, nil) where File.isBrokenLink(path): _ = try await load(path)
      case (nil, _): break
      }
    } catch {
      if plugin == nil { await tell(failure: error, of: File.name(of: path)) }
    }
  }

  private func tell(failure error: PluginError, of plugin: String) async {
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
