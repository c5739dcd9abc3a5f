public import VVSIHost

/// Loads libraries as plugins of a ``ViewState``, and replaces one generation by another.
///
/// One operation runs at a time, in the order asked for. Generation numbers rise with every attempt and are never used
/// twice.
public actor PluginHost {
  /// After every so many generations in one process, people are told to start it anew.
  static let generationsAdvised = 500

  /// Runs the actor, and whoever steers it, apart from the pool of threads that plugins share.
  public nonisolated let executor: HostExecutor
  /// Runs tasks where the actor runs.
  public nonisolated let thread: TaskThread

  private let viewState: ViewState
  private let folder: PrivateFolder
  private let terms: Takeover
  /// What may be loaded.
  package nonisolated let admission: Admission
  private let probation: Probation?
  private var generations = Generations()
  /// How many libraries were loaded; none is ever unmapped.
  private var mapped = 0
  private var prepared: Set<String> = []
  private var logs: PluginLogs
  /// The states of plugins that were unloaded.
  private var kept: [String: [InstanceName: [UInt8]]] = [:]
  private var isBusy = false
  /// Operations that wait for their turn.
  private var line: [CheckedContinuation<Void, Never>] = []

  /// Runs the actor on ``executor``.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes a host of plugins.
  ///
  /// - Parameters:
  ///   - viewState: Where the features go.
  ///   - parent: The folder in which this process makes its private one.
  ///   - terms: How a new generation takes over.
  ///   - admission: What may be loaded.
  ///   - probation: Tries libraries and migrations before they run in this process; one that crashes ends the process if
  ///     nil.
  ///   - executor: Runs the actor.
  /// - Throws: ``PluginError`` if the private folder cannot be made.
  public init(
    viewState: ViewState, privateFolderIn parent: String, terms: Takeover = Takeover(),
    admission: Admission = Admission(), probation: Probation? = nil,
    executor: HostExecutor = HostExecutor(label: "vvsi.plugins")
  ) throws(PluginError) {
    self.executor = executor
    thread = TaskThread(executor)
    self.viewState = viewState
    logs = PluginLogs(viewState)
    self.probation = probation
    self.admission = admission
    self.terms = terms
    folder = try PrivateFolder(in: parent)
  }

  /// From now on, a crash of this process is told of on standard error, and to the next host of this user.
  ///
  /// To be called once, and only by a process that never ends by `exit`.
  ///
  /// - Parameters:
  ///   - status: What the process ends with if a plugin calls `exit`.
  ///   - wording: What is said.
  public nonisolated func writeDownCrashes(exitStatus status: Int32, _ wording: CrashWording) {
    folder.writeDownCrashes(exitStatus: status, wording)
  }

  /// Removes the private copies; for the end of the process.
  public nonisolated func removeCopies() {
    folder.remove()
  }

  /// Loads a library as a plugin, with the state that it had if it was unloaded before.
  ///
  /// - Parameters:
  ///   - library: The library's path.
  ///   - name: The plugin's name.
  ///   - path: Where it came from, for people; the library itself if nil.
  /// - Throws: ``PluginError``; then nothing changed.
  public func load(
    _ library: String, as name: String, from path: String? = nil
  ) async throws(PluginError) {
    try await load(LibraryContent(library), as: name, from: path ?? library)
  }

  /// Loads a plugin; see ``load(_:as:from:)-(String,_,_)``.
  public func load(
    _ content: any PluginContent, as name: String, from path: String
  ) async throws(PluginError) {
    try await serially { host throws(PluginError) in
      try await host.loadNow(content, as: name, from: path)
    }
  }

  /// Makes a new build of a loaded plugin the live generation.
  ///
  /// - Parameters:
  ///   - name: The plugin's name.
  ///   - library: The new build.
  ///   - resetsState: Whether the state is given up.
  ///   - stages: What building it took.
  ///   - diagnostics: What the compiler warned of.
  /// - Throws: ``PluginError``; a `reload-failed` event was published then, and the old generation is live.
  public func reload(
    _ name: String, with library: String, resetsState: Bool = false, stages: [Reload.Stage] = [],
    diagnostics: [Diagnostic] = []
  ) async throws(PluginError) {
    try await reload(
      name, with: LibraryContent(library), resetsState: resetsState, stages: stages,
      diagnostics: diagnostics)
  }

  /// Makes new content of a loaded plugin live; see ``reload(_:with:resetsState:stages:diagnostics:)-(_,String,_,_,_)``.
  public func reload(
    _ name: String, with content: any PluginContent, resetsState: Bool = false,
    stages: [Reload.Stage] = [], diagnostics: [Diagnostic] = []
  ) async throws(PluginError) {
    try await serially { host throws(PluginError) in
      try await host.reloadNow(name, with: content, resetsState: resetsState) { generation in
        generation.stages = stages + generation.stages
        generation.diagnostics = diagnostics
      }
    }
  }

  /// Makes the generation before the current one live again, under a new number.
  ///
  /// - Throws: ``PluginError``; then nothing changed.
  public func rollback(_ name: String) async throws(PluginError) {
    try await serially { host throws(PluginError) in try await host.rollbackNow(name) }
  }

  /// Ends a plugin's instances.
  ///
  /// Their states are kept, in case it comes back.
  ///
  /// - Throws: ``PluginError/unknownPlugin(_:known:)``.
  public func unload(_ name: String) async throws(PluginError) {
    try await serially { host throws(PluginError) in
      let states = try await host.viewState.uninstall(plugin: name)
      host.kept[name] = states
      host.generations.forget(name)
    }
  }

  /// The library or folder that a loaded plugin came from; nil if none of this name is loaded.
  public func path(of name: String) -> String? { generations[name]?.path }

  /// Copies a library, tries it and starts it, so that loading it has less left to do.
  ///
  /// - Returns: The library; nil if this was done before, or a plugin of this name was loaded.
  /// - Throws: ``PluginError`` if the library must not be loaded.
  package func prepare(
    _ content: LibraryContent, as name: String, from path: String
  ) async throws(PluginError) -> Library? {
    guard generations.isNew(name), prepared.insert(name).inserted else { return nil }
    return try await Library(content, loading(name, 1, from: path))
  }

  /// Does what ``prepare(_:as:from:)`` does for all libraries that are kept and known to come through.
  ///
  /// - Returns: What came of each; nil for those that must be tried first.
  package func prepareKnown(
    _ libraries: [(content: LibraryContent, name: String, path: String)]
  ) async -> [Result<Library, PluginError>?] {
    var names: Set<String> = []
    let candidates = libraries.map { library in
      let isNew =
        generations.isNew(library.name) && !prepared.contains(library.name)
        && names.insert(library.name).inserted
      return isNew ? (library.content, loading(library.name, 1, from: library.path)) : nil
    }
    let results = await Library.known(candidates)
    for (library, result) in zip(libraries, results) where result != nil {
      prepared.insert(library.name)
    }
    return results
  }

  /// Runs operations one after the other, each to its end.
  private func serially(
    _ body: @escaping @Sendable (isolated PluginHost) async throws(PluginError) -> Void
  ) async throws(PluginError) {
    let result: Result<Void, PluginError> = await withCheckedContinuation { continuation in
      // Whoever asks may be cancelled; what was begun is not.
      Task(executorPreference: thread) {
        continuation.resume(returning: await self.inTurn(body))
      }
    }
    try result.get()
  }

  private func inTurn(
    _ body: @Sendable (isolated PluginHost) async throws(PluginError) -> Void
  ) async -> Result<Void, PluginError> {
    await takeTurn()
    defer { endTurn() }
    do throws(PluginError) {
      try await body(self)
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private func takeTurn() async {
    guard isBusy else {
      isBusy = true
      return
    }
    await withCheckedContinuation { line.append($0) }
  }

  private func endTurn() {
    if line.isEmpty { isBusy = false } else { line.removeFirst().resume() }
  }

  private func loadNow(
    _ content: any PluginContent, as name: String, from path: String
  ) async throws(PluginError) {
    if let other = generations[name] { throw .alreadyLoaded(plugin: name, path: other.path) }
    let generation = try await open(content, as: name, from: path)
    do throws(PluginError) {
      try await viewState.install(
        plugin: name, generation: generation.number, path: path, providers: generation.providers,
        states: kept[name] ?? [:], vetting: generation.vetting)
    } catch {
      guard kept[name] != nil, case .createFailed = error else { throw error }
      try await viewState.install(
        plugin: name, generation: generation.number, path: path, providers: generation.providers,
        vetting: generation.vetting)
      await viewState.publish(
        .log(
          plugin: name, level: .warning,
          message: "the state that it had before does not fit any more; it begins anew"))
    }
    kept[name] = nil
    generations.begin(with: generation)
  }

  private func reloadNow(
    _ name: String, with content: any PluginContent, resetsState: Bool,
    complete: (inout Generation) -> Void
  ) async throws(PluginError) {
    let current = try generations.current(name)
    do throws(PluginError) {
      let states = resetsState ? [] : await viewState.states(of: name)
      var next = try await open(content, as: name, from: current.path, states: states)
      complete(&next)
      next.previous = current.number
      try await take(over: current, by: next, resetsState: resetsState)
    } catch {
      let failure = ReloadFailure(plugin: name, generation: current.number, error: error)
      await viewState.publish(.reloadFailed(failure))
      throw error
    }
  }

  private func rollbackNow(_ name: String) async throws(PluginError) {
    let back = try generations.back(from: name)
    try await viewState.replace(with: back, on: terms)
    generations.rollBack(to: back)
  }

  private func take(
    over current: Generation, by next: Generation, resetsState: Bool
  ) async throws(PluginError) {
    var terms = terms
    terms.resetsState = resetsState
    try await viewState.replace(with: next, on: terms)
    generations.replace(current, by: next)
  }

  /// The folder that a plugin came from, without links.
  static func place(_ path: String) -> String {
    let real = File.real(path) ?? path
    return File.kind(of: real) == .folder ? real : File.folder(of: real)
  }

  /// Loads content; what it runs at its start does not block this actor.
  private func open(
    _ content: any PluginContent, as name: String, from path: String, states: [Trial.State] = []
  ) async throws(PluginError) -> Generation {
    let number = generations.nextNumber(of: name)
    let began = ContinuousClock.now
    let loading = loading(name, number, from: path, states: states)
    let providers = try await content.features(loading)
    let seconds = began.duration(to: .now) / .seconds(1)
    await count(name)
    return Generation(
      plugin: name, number: number, path: path, providers: providers,
      vetting: vetting(of: providers),
      stages: [Reload.Stage(name: "load", seconds: seconds)])
  }

  /// What must have held, or nothing would have been loaded; a process of its own needs no trial.
  private func vetting(of providers: [any FeatureProvider]) -> Vetting {
    Vetting(
      isTried: probation != nil && providers.allSatisfy { $0.residence == .host },
      isPinned: admission.pins != nil)
  }

  private func loading(
    _ name: String, _ generation: Int, from path: String, states: [Trial.State] = []
  ) -> Loading {
    Loading(
      plugin: name, generation: generation, place: Self.place(path),
      ownsPlace: File.kind(of: path) == .folder, folder: folder,
      probation: probation, states: states, admission: admission,
      stateBytes: viewState.limits.stateBytes, log: logs.log(of: name))
  }

  private func count(_ name: String) async {
    mapped += 1
    guard mapped.isMultiple(of: Self.generationsAdvised) else { return }
    await viewState.publish(
      .log(
        plugin: name, level: .warning,
        message: "\(mapped) generations stay in this process's memory; start it anew when it suits")
    )
  }
}
