import VVSIHost
import VVSIJSON

/// A feature in this process that does what its actions are named for.
final class FakeFeature: FeatureProvider {
  let description: FeatureDescription

  init(_ id: String = "list") {
    let schema = SampleSchemas.cases([
      ("add", ["item": ["type": "string"]], []), ("idle", [:], []), ("hang", [:], []),
      ("fail", [:], []), ("send", ["_0": ["type": "string"]], ["_0"]),
      ("go", ["to": ["type": "string"]], ["to"]), ("garble", [:], []),
      ("fill", ["count": ["type": "integer"]], ["count"]), ("late", [:], []),
    ])
    description = SampleSchemas.description(
      id, actions: schema,
      state: SampleSchemas.object(["items": ["type": "array", "items": ["type": "string"]]]),
      notifications: SampleSchemas.cases([("sent", ["_0": ["type": "string"]], ["_0"])]))
  }

  func create(state: [UInt8]?, report: @escaping Reporter) throws(Fault) -> any Endpoint {
    FakeEndpoint(report: report)
  }

  func recodeState(_ state: [UInt8]) throws(Fault) -> [UInt8] { state }

  func migrate(_ state: [UInt8], from fingerprint: String) throws(Fault) -> [UInt8]? { nil }
}

/// Called by one lane at a time.
private final class FakeEndpoint: Endpoint {
  private let report: Reporter
  private let items = Guarded<[JSON]>([])

  init(report: @escaping Reporter) {
    self.report = report
  }

  func trigger(_ ticket: Ticket, _ action: [UInt8]) throws(Fault) {
    guard
      let (name, payload) = (try? JSON(parsing: action))?.objectValue?.first(where: { _ in true })
    else { throw Fault(code: "invalid_payload", message: "expected an object") }
    switch name {
    case "hang": return
    case "fail": report(.failed(ticket, Fault(code: "thrown", message: "it did not work")))
    case "send": report(.notified(ticket, notification: JSON.object(["sent": payload]).bytes()))
    case "go":
      let route = Route(feature: payload["to"]?.stringValue ?? "", to: "x", payload: [])
      report(.routed(ticket, route))
    case "add":
      let count = items.withLock { $0.count }
      append([payload["item"] ?? .string("item \(count + 1)")], ticket)
    case "fill":
      append((0..<(payload["count"]?.intValue ?? 0)).map { .string("item \($0)") }, ticket)
    case "garble":
      report(
        .notified(
          ticket, notification: JSON.string("\u{1B}[2J\u{9B}31mred\u{202E}\nnext").bytes()))
    default: break
    }
    report(.settled(ticket))
  }

  private func append(_ more: [JSON], _ ticket: Ticket) {
    items.withLock { $0 += more }
    report(.committed(ticket, state: state))
  }

  private var state: [UInt8] {
    items.withLock { JSON.object(["items": .array($0)]).bytes() }
  }

  func snapshot() throws(Fault) -> [UInt8] { state }

  func cancel(_ ticket: Ticket?) {
    if let ticket { report(.settled(ticket)) }
  }

  func destroy() {}
}

/// Plugins that are made up.
actor FakePlugins: PluginControl {
  private let viewState: ViewState
  var isWatching = false

  init(_ viewState: ViewState) {
    self.viewState = viewState
  }

  func load(_ path: String) async throws(PluginError) -> String {
    guard path.hasPrefix("good") else {
      if path == "broken" { throw .buildFailed(plugin: path, diagnostics: [Self.diagnostic]) }
      throw .missing(path: path, near: ["good"])
    }
    try await viewState.install(
      plugin: path, generation: 1, path: path, providers: [FakeFeature(String(path.dropFirst(4)))])
    return path
  }

  func unload(_ plugin: String) async throws(PluginError) {
    try await viewState.uninstall(plugin: plugin)
  }

  func reload(_ plugin: String, reset: Bool) async throws(PluginError) {
    guard reset else { throw .notBuiltHere(plugin: plugin) }
    let error = PluginError.buildFailed(plugin: plugin, diagnostics: [Self.diagnostic])
    await viewState.publish(
      .reloadFailed(ReloadFailure(plugin: plugin, generation: 1, error: error)))
    throw error
  }

  func rollback(_ plugin: String) async throws(PluginError) {
    throw .noPreviousGeneration(plugin: plugin)
  }

  func retry(_ plugin: String) async throws(PluginError) {
    throw .notQuarantined(plugin: plugin)
  }

  func watch(_ on: Bool) async throws(PluginError) { isWatching = on }

  static let diagnostic = Diagnostic(
    severity: .error, file: "List.swift", line: 3, column: 7, message: "cannot find 'x' in scope",
    source: "  let y = x")
}
