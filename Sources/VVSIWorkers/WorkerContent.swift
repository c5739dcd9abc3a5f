public import VVSIHost
public import VVSIPlugins

/// The content of a plugin in a process of its own, behind the same protocols.
public struct WorkerContent: PluginContent {
  private let content: any PluginContent
  private let command: [String]
  private let terms: Supervision
  private let stateBytes: Int
  private let cause: Residence.Cause

  /// Puts content into a process of its own.
  ///
  /// - Parameters:
  ///   - content: What the process loads.
  ///   - command: The program, with its arguments, that runs ``WorkerServer/run(unpack:)``.
  ///   - terms: How it is watched over.
  ///   - stateBytes: How long a state may be.
  ///   - cause: Why it gets the process.
  public init(
    _ content: any PluginContent, command: [String], terms: Supervision,
    stateBytes: Int = Limits().stateBytes, cause: Residence.Cause = .asked
  ) {
    self.cause = cause
    self.stateBytes = stateBytes
    self.content = content
    self.command = command
    self.terms = terms
  }

  /// Starts the process; it ends with the last of the features and instances that came from it.
  public nonisolated(nonsending) func features(
    _ loading: Loading
  ) async throws(PluginError) -> [any FeatureProvider] {
    let task = WorkerTask(
      plugin: loading.plugin, generation: loading.generation, place: loading.place,
      folder: loading.folder.path, content: try await content.packed(loading),
      limits: terms.limits, stateBytes: stateBytes)
    let worker = Worker(
      task, command: try command(loading), terms: terms, cause: cause, log: loading.log)
    let lease = WorkerLease(worker)
    let features = try await offActor { () throws(PluginError) in try worker.load() }
    return features.enumerated().map { index, description in
      WorkerProvider(description, index: UInt32(index), lease: lease)
    }
  }

  private func command(_ loading: Loading) throws(PluginError) -> [String] {
    let command = command + [loading.plugin]
    guard terms.sandboxes else { return command }
    guard let sandbox = Sandbox.find() else {
      throw .noSandbox(plugin: loading.plugin, program: Sandbox.program)
    }
    let copies = File.real(loading.folder.path) ?? ""
    return command
      + sandbox.around(
        command, readable: [copies] + (loading.ownsPlace ? [] : [loading.place]),
        writable: loading.ownsPlace ? [loading.place] : [])
  }

  /// What the process loads is made from.
  public func parts() throws(PluginError) -> [[UInt8]] { try content.parts() }

  /// What is in the process.
  public nonisolated(nonsending) func packed(
    _ loading: Loading
  ) async throws(PluginError) -> PackedContent {
    try await content.packed(loading)
  }
}

/// Keeps a worker for as long as anything of it is in use.
final class WorkerLease: Sendable {
  let worker: Worker

  init(_ worker: Worker) {
    self.worker = worker
  }

  deinit {
    worker.end()
  }
}
