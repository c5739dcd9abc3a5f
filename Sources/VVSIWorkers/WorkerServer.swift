import CSpawn
import VVSIHost
public import VVSIPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The worker's side: loads one plugin and serves its features until the host is gone.
public final class WorkerServer: Sendable {
  /// The word after `vvsi` that runs ``run(unpack:)``.
  public static let word = "work"

  /// This executable, as a worker.
  public static var command: [String] {
    #if os(Linux)
      // Also when the file was replaced since the start.
      ["/proc/self/exe", word]
    #else
      [CommandLine.arguments.first ?? "vvsi", word]
    #endif
  }

  /// Where the worker finds its socket, and where it says what killed it.
  static let socket = Int32(WORKER_SOCKET)
  static let crash = Int32(WORKER_CRASH)
  /// Where it finds the memory in which it tells what it has begun.
  private static let memory = Int32(WORKER_MEMORY)

  private struct State {
    var providers: [any FeatureProvider] = []
    var isLoaded = false
    var stateBytes = 0
    /// What was ordered before the plugin was loaded.
    var waiting: [Order] = []
    var instances: [UInt64: ServedInstance] = [:]
  }

  private let outbox = Outbox(socket: WorkerServer.socket)
  private let state = Guarded(State())
  private let begun = Begun(descriptor: WorkerServer.memory)
  private let unpack: @Sendable (PackedContent) -> (any PluginContent)?

  /// Leaves a keeper behind and goes on as its child, in a process that a host has started for a plugin.
  ///
  /// Nothing that the plugin starts outlives the keeper. To be called before there is a second thread.
  public static func keep() {
    worker_keep(CommandLine.argc, CommandLine.unsafeArgv)
  }

  /// Serves the host that started this process; returns only if none did.
  ///
  /// - Parameter unpack: Makes content again.
  public static func run(
    unpack: @escaping @Sendable (PackedContent) -> (any PluginContent)?
  ) async {
    guard worker_is_joined() != 0 else { return }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    worker_tell_crashes(crash)
    WorkerServer(unpack).serve()
    while true { try? await Task.sleep(for: .seconds(3_600)) }
  }

  private init(_ unpack: @escaping @Sendable (PackedContent) -> (any PluginContent)?) {
    self.unpack = unpack
  }

  /// Ends this process and all that it started.
  private static func endGroup() -> Never {
    kill(0, SIGKILL)
    _exit(0)
  }

  /// Serves until the host is gone.
  private func serve() {
    OrderReader(Self.socket, outbox: outbox) { [self] in accept($0) }.start { Self.endGroup() }
  }

  /// Gives an order its place among those before it, and returns what is left to do of it.
  private func accept(_ order: Order) -> Chore? {
    switch order {
    case .load(let task):
      task.limits.apply()
      Task { await self.load(task) }
      return nil
    case .ping: return .pong(outbox)
    default:
      let isLoaded = state.withLock { state in
        if !state.isLoaded { state.waiting.append(order) }
        return state.isLoaded
      }
      return isLoaded ? obey(order) : nil
    }
  }

  private func load(_ task: WorkerTask) async {
    let loading = Loading(
      plugin: task.plugin, generation: Int(task.generation), place: task.place,
      folder: PrivateFolder(of: task.folder), stateBytes: Int(clamping: task.stateBytes)
    ) { [outbox] level, message in
      outbox.post { Answer.log(level, message).write(to: &$0) }
    }
    guard let content = unpack(task.content) else { Self.endGroup() }
    do throws(PluginError) {
      let providers = try await content.features(loading)
      state.withLock { state in
        state.providers = providers
        state.stateBytes = Int(clamping: task.stateBytes)
      }
      outbox.post { Answer.ready(providers.map(\.description)).write(to: &$0) }
      catchUp()
    } catch {
      outbox.post { Answer.refused(error).write(to: &$0) }
    }
  }

  private func catchUp() {
    while true {
      let orders = state.withLock { state in
        defer { state.waiting = [] }
        state.isLoaded = state.waiting.isEmpty
        return state.waiting
      }
      guard !orders.isEmpty else { return }
      for chore in orders.compactMap(obey) {
        // Instances do not wait for each other.
        CallThreads.shared.run { chore.carryOut() }
      }
    }
  }

  private func obey(_ order: Order) -> Chore? {
    switch order {
    case .create(let call, let instance, let feature, let place, let first):
      let limit = state.withLock { $0.stateBytes }
      let served = ServedInstance(
        id: instance, outbox: outbox, stateBytes: limit, begun: begun, place: place)
      let provider = state.withLock { state in
        state.instances[instance] = served
        return Int(feature) < state.providers.count ? state.providers[Int(feature)] : nil
      }
      guard let provider else {
        answerThatNoneIsThere(call)
        return nil
      }
      return served.accept(.create(call: call, provider, state: first))
    case .destroy(let call, let instance):
      let served = state.withLock { $0.instances.removeValue(forKey: instance) }
      return served?.accept(.destroy(call: call))
    case .recode(let call, let feature, let state):
      apart(call, feature) { provider throws(Fault) in try provider.recodeState(state) }
      return nil
    case .migrate(let call, let feature, let fingerprint, let state):
      apart(call, feature) { provider throws(Fault) in
        try provider.migrate(state, from: fingerprint)
      }
      return nil
    case .trigger(let instance, let ticket, let action):
      return find(instance)?.accept(.trigger(ticket: ticket, action: action))
    case .cancel(let instance, let ticket):
      return find(instance).map { .cancel($0, ticket: ticket) }
    case .load, .ping: return nil
    }
  }

  private func find(_ instance: UInt64) -> ServedInstance? {
    state.withLock { $0.instances[instance] }
  }

  /// A plugin may have another set of features when it is loaded again.
  private func answerThatNoneIsThere(_ call: UInt64) {
    outbox.answer(call) { () throws(Fault) in throw .gone }
  }

  private func apart(
    _ call: UInt64, _ feature: UInt32,
    _ body: @escaping @Sendable (any FeatureProvider) throws(Fault) -> [UInt8]?
  ) {
    let provider = state.withLock {
      Int(feature) < $0.providers.count ? $0.providers[Int(feature)] : nil
    }
    guard let provider else { return answerThatNoneIsThere(call) }
    CallThreads.shared.run { [outbox] in
      outbox.answer(call) { () throws(Fault) in try body(provider) }
    }
  }
}
