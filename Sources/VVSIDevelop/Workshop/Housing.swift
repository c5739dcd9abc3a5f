import VVSIForeign
import VVSIHost
import VVSIPlugins
import VVSIWorkers

/// Where plugins run: in the host's process, or each in one of its own.
struct Housing: Sendable {
  /// Which plugins get processes of their own, and how these are watched over.
  let supervision: Supervision
  /// What gets a process of its own because it took a host down.
  let suspects: Suspects
  /// How long a state may be.
  let stateBytes: Int

  /// Why a plugin gets a process of its own; nil if it does not.
  func causeOfIsolation(_ ready: ReadyPlugin) -> Residence.Cause? {
    if ready.isIsolated || supervision.isolatesAll { return .asked }
    switch ready.content {
    case .library(let library): return suspects.contains(library: library) ? .crash : nil
    case .foreign(let content):
      if content.asksForProcess { return .asked }
      return suspects.contains(content: content.identity) ? .crash : nil
    }
  }

  /// What is to be loaded for a plugin to run where it belongs.
  func loadable(_ ready: ReadyPlugin) -> any PluginContent {
    guard let cause = causeOfIsolation(ready) else { return ready.loadable }
    return WorkerContent(
      ready.loadable, command: WorkerServer.command, terms: supervision, stateBytes: stateBytes,
      cause: cause)
  }
}
