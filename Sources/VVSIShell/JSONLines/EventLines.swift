import VVSIHost
import VVSIJSON

/// Writes events as NDJSON: one object a line, each with `event` and `seq` first.
enum EventLines {
  /// The event on one line, with its line feed.
  static func line(_ event: Event) -> String {
    var line = JSONLine()
    line.add("event", name(event.kind))
    line.add("seq", event.sequence)
    addAction(event.kind, to: &line)
    addPlugin(event.kind, to: &line)
    return line.finished
  }

  static func name(_ kind: Event.Kind) -> String {
    switch kind {
    case .loaded: "loaded"
    case .triggered: "triggered"
    case .state: "state"
    case .notification: "notification"
    case .settled: "settled"
    case .route: "route"
    case .rejected: "rejected"
    case .failed: "failed"
    case .reloaded: "reloaded"
    case .reloadFailed: "reload-failed"
    case .unloaded: "unloaded"
    case .log: "log"
    case .error: "error"
    case .answer: "answer"
    case .dropped: "dropped"
    }
  }

  private static func addAction(_ kind: Event.Kind, to line: inout JSONLine) {
    switch kind {
    case .triggered(let feature, let ticket, let action):
      line.add("feature", feature.description)
      line.add("ticket", ticket.number)
      line.add("action", json: action)
    case .state(let feature, let ticket, let version, let state):
      line.add("feature", feature.description)
      line.add(ticket)
      line.add("version", version)
      line.add("state", json: state)
    case .notification(let feature, let ticket, let notification):
      line.add("feature", feature.description)
      line.add(ticket)
      line.add("notification", json: notification)
    case .settled(let feature, let ticket, let milliseconds):
      line.add("feature", feature.description)
      line.add("ticket", ticket.number)
      line.add("milliseconds", milliseconds)
    case .route(let source, let ticket, let route):
      line.add("feature", route.feature)
      line.add("from", source.description)
      line.add(ticket)
      line.add("to", route.to)
      line.add("payload", json: route.payload)
    case .rejected(let feature, let ticket, let reason):
      line.add("feature", feature)
      line.add(ticket)
      line.add("code", reason.code)
      line.add("message", Wording.message(reason, feature: feature))
      line.add("path", reason.path)
    case .failed(let feature, let ticket, let fault):
      line.add("feature", feature.description)
      line.add(ticket)
      line.add("code", fault.code)
      line.add("message", fault.message)
      line.add("path", fault.path)
    default: break
    }
  }

  private static func addPlugin(_ kind: Event.Kind, to line: inout JSONLine) {
    switch kind {
    case .loaded(let plugin, let generation, let features):
      line.add("plugin", plugin)
      line.add("generation", generation)
      line.add("features", .array(features.map(JSON.string)))
    case .reloaded(let reload): add(reload, to: &line)
    case .reloadFailed(let failure): add(failure, to: &line)
    case .unloaded(let plugin): line.add("plugin", plugin)
    case .log(let plugin, let level, let message):
      line.add("plugin", plugin)
      line.add("level", level.name)
      line.add("message", message)
    case .error(let code, let message):
      line.add("code", code)
      line.add("message", message)
    case .answer(let command, let value):
      line.add("command", command)
      line.add("value", json: value)
    case .dropped(let count): line.add("count", count)
    default: break
    }
  }

  private static func add(_ reload: Reload, to line: inout JSONLine) {
    line.add("plugin", reload.plugin)
    line.add("generation", reload.generation)
    line.add("carried", reload.carried)
    line.add(
      "dropped",
      .array(
        reload.dropped.map {
          [
            "feature": .string($0.feature.description), "path": .string($0.path),
            "reason": .string($0.reason),
          ]
        }))
    line.add("stale", reload.stale)
    line.add(
      "stages",
      .array(reload.stages.map { ["name": .string($0.name), "seconds": seconds($0.seconds)] }))
    line.add("seconds", reload.seconds)
    line.add("diagnostics", .array(reload.diagnostics.map(value)))
  }

  private static func add(_ failure: ReloadFailure, to line: inout JSONLine) {
    line.add("plugin", failure.plugin)
    line.add("generation", failure.generation)
    line.add("stage", failure.stage)
    line.add("code", failure.error.code)
    line.add("message", Wording.message(failure.error))
    line.add("diagnostics", .array(failure.diagnostics.map(value)))
  }

  private static func value(_ diagnostic: Diagnostic) -> JSON {
    [
      "severity": .string(diagnostic.severity.rawValue), "file": .string(diagnostic.file),
      "line": .number(JSONNumber(diagnostic.line)),
      "column": .number(JSONNumber(diagnostic.column)), "message": .string(diagnostic.message),
      "source": .string(diagnostic.source),
    ]
  }

  private static func seconds(_ value: Double) -> JSON {
    (try? JSON(parsing: Figures.decimal(value, digits: 6))) ?? 0
  }
}

extension JSONLine {
  /// The ticket, where there is one.
  fileprivate mutating func add(_ ticket: Ticket?) {
    if let ticket { add("ticket", ticket.number) }
  }
}

extension LogLevel {
  /// The level in a word.
  var name: String {
    switch self {
    case .debug: "debug"
    case .information: "info"
    case .warning: "warning"
    case .error: "error"
    }
  }
}

extension Reload {
  /// How long all stages took together.
  var seconds: Double { stages.reduce(0) { $0 + $1.seconds } }
}
