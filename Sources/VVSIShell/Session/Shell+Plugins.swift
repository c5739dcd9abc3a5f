import VVSIHost
import VVSIJSON

extension Shell {
  /// Loads what there is to load, and greets a person.
  func start() async {
    for problem in settings.problems { await complain(problem) }
    for crash in settings.crashes {
      await viewState.publish(
        .log(plugin: crash.plugin, level: .warning, message: CrashText.message(crash)))
    }
    await plugins.prepare(settings.plugins)
    for path in settings.plugins { await load(path) }
    if settings.watches { await runPlugin(.watch(true)) }
    await showAll()
    await transcript.announcePlugins()
    guard isInteractive else { return }
    let features = await viewState.features().map(\.description.id)
    await transcript.say(Wording.greeting(features) + "\n")
  }

  /// Runs a command about plugins.
  func runPlugin(_ command: ShellCommand) async {
    switch command {
    case .load(let path): await load(path)
    case .unload(let name):
      await attempt { plugins throws(PluginError) in try await plugins.unload(name) }
    case .reload(let name, let resets): await reload(name, resets)
    case .rollback(let name):
      await attempt { plugins throws(PluginError) in try await plugins.rollback(name) }
    case .retry(let name):
      await attempt { plugins throws(PluginError) in try await plugins.retry(name) }
    case .watch(let on): await watch(on)
    default: break
    }
  }

  private func load(_ path: String) async {
    await attempt { plugins throws(PluginError) in _ = try await plugins.load(path) }
  }

  /// A build that did not go live has been told by an event with the old generation in it.
  private func reload(_ name: String, _ resets: Bool) async {
    let known = await viewState.plugins().map(\.name)
    guard known.contains(name) else {
      await complain(.unknownPlugin(name, known: known))
      return
    }
    await transcript.forgetReloadError()
    do throws(PluginError) {
      try await plugins.reload(name, reset: resets)
    } catch {
      await showAll()
      if await transcript.lastReloadError != error { await complain(error) }
    }
  }

  private func watch(_ on: Bool?) async {
    if let on {
      await attempt { plugins throws(PluginError) in try await plugins.watch(on) }
    }
    let isWatching = await plugins.isWatching
    await answer("watch", .bool(isWatching), Wording.watching(isWatching) + "\n")
  }

  private func attempt(
    _ body: nonisolated(nonsending) (any PluginControl) async throws(PluginError) -> Void
  ) async {
    do throws(PluginError) {
      try await body(plugins)
    } catch {
      await complain(error)
    }
  }

  private func complain(_ error: PluginError) async {
    if case .buildFailed(let plugin, _) = error {
      await viewState.publish(
        .reloadFailed(ReloadFailure(plugin: plugin, generation: 0, error: error)))
    } else {
      await viewState.publish(.error(code: error.code, message: Wording.message(error)))
    }
  }
}
