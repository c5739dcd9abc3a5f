import VVSIHost

/// Everything between the host and the person or script that drives it.
///
/// Lines run in order, each to its end before the next one. What the host tells is shown in order as well, and what a
/// line brought about is shown before the next one runs.
public actor Shell {
  let viewState: ViewState
  let plugins: any PluginControl
  let settings: Settings
  let outputs: Outputs
  let interruptions: Interruptions
  let transcript: Transcript
  /// What the host tells.
  let events: EventStream
  /// Whether a person is at a prompt, who is greeted, may give up waits and needs no exit status.
  let isInteractive: Bool

  /// What names there are to complete, for who types.
  let catalog: Guarded<Catalog>

  /// Whether no further line is to be run.
  var hasQuit = false
  /// Whether all that came of the line has been shown.
  var isShown = false
  /// Whether a route was followed, which may tell more than the line did.
  var hasArrived = false
  /// Actions that a line did not wait for.
  var background: [Ticket] = []
  /// Whether a wait has ended before its action.
  var hasGivenUp = false

  nonisolated let executor: HostExecutor
  nonisolated let thread: TaskThread

  /// Runs the shell apart from the pool of threads that plugins share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  init(
    _ viewState: ViewState, plugins: any PluginControl, settings: Settings, outputs: Outputs,
    interruptions: Interruptions, isInteractive: Bool = false,
    catalog: Guarded<Catalog> = Guarded(Catalog()),
    on executor: HostExecutor = HostExecutor(label: "vvsi.shell")
  ) {
    self.executor = executor
    thread = TaskThread(executor)
    self.viewState = viewState
    self.plugins = plugins
    self.settings = settings
    self.outputs = outputs
    self.interruptions = interruptions
    self.isInteractive = isInteractive
    self.catalog = catalog
    let interval = settings.statesEverySeconds
    events = viewState.events(statesEvery: interval > 0 ? .bounded(seconds: interval) : nil)
    transcript = Transcript(
      outputs: outputs, interruptions: interruptions, showsAllStates: interval <= 0,
      keepsCatalog: isInteractive)
  }

  /// Loads what there is to load, runs all lines, and waits for what still runs.
  ///
  /// - Returns: What to tell the one who started the process.
  func run(_ sources: [any LineSource]) async -> ExitStatus {
    let follower = Task(executorPreference: thread) { [transcript, events] in
      await transcript.follow(events) { await self.react(to: $0) }
    }
    let status = isInteractive ? await converse(sources) : await runScript(sources)
    events.finish()
    if status != .outputClosed { await follower.value }
    return status
  }

  // MARK: Scripts

  /// Runs all lines; any interruption ends it.
  private func runScript(_ sources: [any LineSource]) async -> ExitStatus {
    let script = Task(executorPreference: thread) { await self.runAll(sources) }
    while true {
      if let status = await finished(script) {
        // The end of a script may be what an ending brought about.
        return interruptions.takeEnding().map { ExitStatus($0) } ?? status
      }
      guard let kind = interruptions.take() else { continue }
      script.cancel()
      return ExitStatus(kind)
    }
  }

  private func runAll(_ sources: [any LineSource]) async -> ExitStatus {
    await start()
    for source in sources { await runLines(of: source) }
    if !Task.isCancelled { await waitAtTheEnd() }
    return max(await transcript.status, await statusOfPlugins())
  }

  /// What it means that a plugin's process ended, also if no action was under way in it.
  private func statusOfPlugins() async -> ExitStatus {
    let haveCrashed = await viewState.plugins().contains { plugin in
      if case .process(let tenancy) = plugin.residence { tenancy.crashes > 0 } else { false }
    }
    return haveCrashed ? .pluginFailed : .success
  }

  private func runLines(of source: any LineSource) async {
    while !hasQuit, !Task.isCancelled {
      let input = await source.next()
      guard input != .end, !Task.isCancelled else { return }
      await run(input)
    }
  }

  // MARK: People

  /// Runs what a person types.
  ///
  /// A first Ctrl-C cancels the wait for a line's action, a second one leaves the line behind.
  private func converse(_ sources: [any LineSource]) async -> ExitStatus {
    do throws(Ending) {
      try await interruptible { await $0.start() }
      for source in sources {
        while !hasQuit, let line = try await nextLine(from: source) {
          try await interruptible { await $0.run(line) }
        }
      }
      return .success
    } catch {
      return error.status
    }
  }

  /// Why no further line is run.
  private struct Ending: Error {
    var status: ExitStatus
  }

  private func interruptible(
    _ body: @escaping @Sendable (isolated Shell) async -> Void
  ) async throws(Ending) {
    let work = Task(executorPreference: thread) { await body(self) }
    while true {
      if await finished(work) != nil { return }
      guard let kind = interruptions.take() else { continue }
      let isSecond = work.isCancelled
      work.cancel()
      guard kind == .interrupt else { throw Ending(status: ExitStatus(kind)) }
      if isSecond { return }
    }
  }

  /// The next line; Ctrl-C that comes meanwhile was pressed after its end, and is for what the line does.
  private func nextLine(from source: any LineSource) async throws(Ending) -> LineInput? {
    let reading = Task(executorPreference: thread) { await source.next() }
    while true {
      if let input = await finished(reading, ignoringInterrupts: true) {
        if input == .quit { throw Ending(status: .interrupted) }
        return input == .end ? nil : input
      }
      guard let kind = interruptions.takeEnding() else { continue }
      throw Ending(status: ExitStatus(kind))
    }
  }

  /// What a task returns; nil if an interruption comes first.
  private func finished<Value: Sendable>(
    _ task: Task<Value, Never>, ignoringInterrupts: Bool = false
  ) async -> Value? {
    let interruptions = interruptions
    return await race(
      on: thread,
      [
        { await task.value },
        {
          await interruptions.wait(forEndings: ignoringInterrupts)
          return nil
        },
      ])
  }
}

extension ExitStatus {
  /// What an interruption means for the one who started the process.
  init(_ kind: Interruptions.Kind) {
    switch kind {
    case .interrupt: self = .interrupted
    case .terminate: self = .terminated
    case .outputClosed: self = .outputClosed
    }
  }
}
