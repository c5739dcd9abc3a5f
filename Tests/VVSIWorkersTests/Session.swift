import FixtureSupport
import Foundation
import Testing
import VVSIHost
import VVSIPlugins
import VVSIWorkers

/// A host with plugins in processes of their own.
struct Session {
  let viewState = ViewState()
  let host: PluginHost
  let terms: Supervision
  private let stream: EventStream

  init(_ terms: Supervision = .patient()) throws {
    self.terms = terms
    stream = viewState.events()
    host = try PluginHost(
      viewState: viewState,
      privateFolderIn: Fixture.folder.appending(path: "workers").path, terms: Takeover(grace: 0.05))
  }

  static let command = [Fixture.executable.path, WorkerServer.word]

  func content(_ fixture: String, _ definitions: String...) throws -> WorkerContent {
    let library =
      definitions.isEmpty
      ? try Fixture.library(fixture) : try Fixture.library(fixture, definitions[0])
    return WorkerContent(
      LibraryContent(library), command: Self.command, terms: terms, stateBytes: 1 << 20)
  }

  func load(_ fixture: String, as name: String) async throws {
    try await host.load(content(fixture), as: name, from: fixture)
  }

  func run(_ action: String = "count", of name: String = "fixture") async throws -> Settlement {
    let ticket = try await viewState.trigger(
      InstanceName(feature: name), action: Array("{\"\(action)\":{}}".utf8))
    return await viewState.settlement(of: ticket)
  }

  func state(_ name: String = "fixture") async throws -> String {
    String(
      decoding: try await viewState.snapshot(of: InstanceName(feature: name)).state, as: UTF8.self)
  }

  /// The next event for which `pick` has a result.
  func next<Result>(_ pick: (Event.Kind) -> Result?) async throws -> Result {
    while let event = await stream.next() {
      if let result = pick(event.kind) { return result }
    }
    throw Absent()
  }

  /// The next log line with these words.
  func line(with words: String) async throws -> String {
    try await next { kind in
      if case .log(_, _, let message) = kind, message.contains(words) { message } else { nil }
    }
  }

  struct Absent: Error {}
}

extension Supervision {
  /// For tests in which no time is up: under a sanitizer, on a busy machine, a process may take long to start.
  static func patient(crashes: Int = 3, crashSeconds: Double = 300) -> Supervision {
    Supervision(
      startSeconds: 240, blockedSeconds: 240, deadlineSeconds: 240, heartbeatSeconds: 240,
      crashes: crashes, crashSeconds: crashSeconds)
  }
}

extension Settlement {
  /// The code of a failure or a rejection; empty if it settled.
  var code: String {
    switch self {
    case .settled: ""
    case .failed(let fault, _): fault.code
    case .rejected(let rejection): rejection.code
    case .unfinished: "unfinished"
    case .unknown: "unknown"
    }
  }

  var message: String {
    switch self {
    case .failed(let fault, _): fault.message
    case .rejected(.fault(let fault)): fault.message
    default: ""
    }
  }
}
