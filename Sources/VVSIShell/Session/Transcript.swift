import VVSIHost

/// Shows what the host tells, in order, and keeps the exit status that it amounts to.
///
/// It runs on a thread of its own, because a write to a slow reader blocks.
actor Transcript {
  private let outputs: Outputs
  private let interruptions: Interruptions
  private let keepsCatalog: Bool
  private let executor = HostExecutor(label: "vvsi.transcript")
  private var renderer: Renderer
  private var isClosed = false
  /// How far this has come.
  nonisolated let progress = Progress()
  private var gravest = ExitStatus.success
  /// Plugins whose last build did not go live.
  private var failing: Set<String> = []
  /// Why a build did not go live the last time.
  private(set) var lastReloadError: PluginError?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Shows events; `keepsCatalog` has the shell told of what there is to complete.
  init(
    outputs: Outputs, interruptions: Interruptions, showsAllStates: Bool = true,
    keepsCatalog: Bool = true
  ) {
    self.outputs = outputs
    self.interruptions = interruptions
    self.keepsCatalog = keepsCatalog
    renderer = Renderer(
      style: outputs.style, errorStyle: outputs.errorStyle, showsAllStates: showsAllStates)
    renderer.announcesPlugins = false
  }

  /// Shows events until the stream ends; `react` is called for those that ask for more, before any
  /// later one is shown.
  func follow(_ events: EventStream, react: @Sendable (Event.Kind) async -> Void) async {
    while let event = await events.next() {
      show(event)
      if asksForMore(event.kind) { await react(event.kind) }
      progress.pass(event)
    }
    progress.finish()
  }

  /// Whether the shell has something to do about an event; most need no detour.
  private func asksForMore(_ kind: Event.Kind) -> Bool {
    switch kind {
    case .route: true
    case .loaded, .unloaded, .reloaded, .state(_, nil, 0, _): keepsCatalog
    default: false
    }
  }

  /// Shows text that is no event, unless only events may be shown.
  func say(_ text: String, isError: Bool = false) {
    guard !outputs.isJSON else { return }
    write(Passage(text: text, isError: isError))
  }

  /// Forgets why a build did not go live.
  func forgetReloadError() { lastReloadError = nil }

  /// From now on, plugins that come are announced; what loads at the start is not.
  func announcePlugins() {
    renderer.announcesPlugins = true
  }

  private func show(_ event: Event) {
    count(event.kind)
    if outputs.isJSON {
      write(Passage(text: EventLines.line(event)))
    } else if let passage = renderer.passage(for: event) {
      write(passage)
    }
  }

  /// What it all amounts to: the gravest of all, where a build that failed counts until a later one is live.
  var status: ExitStatus { failing.isEmpty ? gravest : max(gravest, .pluginFailed) }

  private func count(_ kind: Event.Kind) {
    gravest = max(gravest, ExitStatus(for: kind))
    switch kind {
    case .reloadFailed(let failure):
      failing.insert(failure.plugin)
      lastReloadError = failure.error
    case .reloaded(let reload): failing.remove(reload.plugin)
    case .loaded(let plugin, _, _), .unloaded(let plugin): failing.remove(plugin)
    default: break
    }
  }

  private func write(_ passage: Passage) {
    guard !isClosed else { return }
    do {
      try (passage.isError ? outputs.errors : outputs.main).write(passage.text)
    } catch {
      guard !passage.isError else { return }
      isClosed = true
      interruptions.raise(.outputClosed)
      progress.finish()
    }
  }
}
