import Synchronization
import Testing
import VVSIHost
import VVSIJSON

/// A feature in this process whose actions do what a test says.
final class ScriptedFeature: FeatureProvider {
  typealias Script = @Sendable (ScriptedEndpoint, Ticket, String) throws(Fault) -> Void

  let description: FeatureDescription
  let initial: String
  private let script: Script
  private let migration: Migration?

  typealias Migration = @Sendable (String, String) throws(Fault) -> String?

  init(
    _ id: String = "list", initial: String = "[]", actionSchema: JSON = .null,
    stateSchema: JSON = .null, migration: Migration? = nil, script: @escaping Script
  ) {
    description = FeatureDescription(
      id: id, style: "", summary: "", actionSchema: actionSchema, stateSchema: stateSchema,
      notificationSchema: .null, fingerprint: stateSchema.text())
    self.initial = initial
    self.script = script
    self.migration = migration
  }

  func create(state: [UInt8]?, report: @escaping Reporter) throws(Fault) -> any Endpoint {
    if state == Array("\"refuse\"".utf8) {
      throw Fault(code: "invalid_payload", message: "refused by the test")
    }
    return ScriptedEndpoint(
      state: state.map { String(decoding: $0, as: UTF8.self) } ?? initial, report: report,
      script: script)
  }

  func recodeState(_ state: [UInt8]) throws(Fault) -> [UInt8] { state }

  func migrate(_ state: [UInt8], from fingerprint: String) throws(Fault) -> [UInt8]? {
    try migration?(String(decoding: state, as: UTF8.self), fingerprint).map { Array($0.utf8) }
  }
}

final class ScriptedEndpoint: Endpoint {
  let state: Guarded<String>
  let cancelled = Guarded<[Ticket?]>([])
  let isDestroyed = Atomic(false)
  let report: Reporter
  private let script: ScriptedFeature.Script

  init(state: String, report: @escaping Reporter, script: @escaping ScriptedFeature.Script) {
    self.state = Guarded(state)
    self.report = report
    self.script = script
  }

  func trigger(_ ticket: Ticket, _ action: [UInt8]) throws(Fault) {
    try script(self, ticket, String(decoding: action, as: UTF8.self))
  }

  func snapshot() throws(Fault) -> [UInt8] { state.withLock { Array($0.utf8) } }

  func cancel(_ ticket: Ticket?) { cancelled.withLock { $0.append(ticket) } }

  func destroy() { isDestroyed.store(true, ordering: .relaxed) }

  /// Commits a state and settles.
  func finish(_ ticket: Ticket, state text: String) {
    state.withLock { $0 = text }
    report(.committed(ticket, state: Array(text.utf8)))
    report(.settled(ticket))
  }
}

extension ViewState {
  /// Installs features as one plugin.
  func install(_ plugin: String = "Plugin", _ features: ScriptedFeature...) async throws {
    try await install(plugin: plugin, generation: 1, path: plugin, providers: features)
  }

  func trigger(_ text: String, at name: String = "list") throws -> Ticket {
    let name = try #require(InstanceName(name))
    return try trigger(name, action: Array(text.utf8))
  }

  func state(_ name: String = "list") throws -> String {
    let name = try #require(InstanceName(name))
    return String(decoding: try snapshot(of: name).state, as: UTF8.self)
  }
}

extension Event {
  /// A short form for comparing, such as `triggered list 1 add`.
  var words: String {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    func number(_ ticket: Ticket?) -> String { ticket.map(\.description) ?? "-" }
    return switch kind {
    case .loaded(let plugin, let generation, _): "loaded \(plugin) \(generation)"
    case .triggered(let name, let ticket, let action): "triggered \(name) \(ticket) \(text(action))"
    case .state(let name, let ticket, let version, let state):
      "state \(name) \(number(ticket)) v\(version) \(text(state))"
    case .notification(let name, let ticket, let value):
      "notification \(name) \(number(ticket)) \(text(value))"
    case .settled(let name, let ticket, _): "settled \(name) \(ticket)"
    case .rejected(let name, let ticket, let reason):
      "rejected \(name) \(number(ticket)) \(reason.code)"
    case .failed(let name, let ticket, let fault): "failed \(name) \(number(ticket)) \(fault.code)"
    case .route(let name, let ticket, let route):
      "route \(name) \(number(ticket)) \(route.feature) \(route.to)"
    case .reloaded(let reload):
      "reloaded \(reload.plugin) \(reload.generation) \(reload.carried) \(reload.stale)"
    case .reloadFailed(let failure): "reload-failed \(failure.plugin) \(failure.stage)"
    case .unloaded(let plugin): "unloaded \(plugin)"
    case .log(let plugin, let level, _): "log \(plugin) \(level)"
    case .error(let code, _): "error \(code)"
    case .answer(let command, let value): "answer \(command) \(text(value))"
    case .dropped(let count): "dropped \(count)"
    }
  }
}

extension EventStream {
  /// The next events, as words, up to and including the first for which `isLast` holds.
  func words(until isLast: (Event) -> Bool) async -> [String] {
    var words: [String] = []
    while let event = await next() {
      words.append(event.words)
      if isLast(event) { break }
    }
    return words
  }

  /// The next events, as words.
  func words(_ count: Int) async -> [String] {
    var words: [String] = []
    while words.count < count, let event = await next() { words.append(event.words) }
    return words
  }
}
