import FixtureSupport
import Foundation
import Testing
import VVSIHost
import VVSIJSON
import VVSIPlugins

@testable import VVSIForeign

/// A feature of C functions, driven as the host drives it.
final class ForeignSession: @unchecked Sendable {
  // The lock guards what was reported; the rest is only read.
  let provider: any FeatureProvider
  let endpoint: any Endpoint
  private let log: Guarded<[Report]>
  private let lines: Guarded<[String]>
  private let next = Guarded<UInt64>(0)

  /// Loads a manifest that stands in the checkout.
  static func sample(_ path: String) async throws -> ForeignSession {
    let path = Fixture.root.appending(path: path).path
    return try await ForeignSession(try ForeignContent(path))
  }

  /// Writes a manifest over the fixture library and loads it.
  static func fixture(_ manifest: String, line: Int = #line) async throws -> ForeignSession {
    try await ForeignSession(try Self.content(manifest))
  }

  /// A manifest over the fixture library, in a file of its own.
  static func content(_ manifest: String) throws -> ForeignContent {
    let file = Fixture.folder.appending(path: "manifest-\(UUID().uuidString).json")
    try Data(manifest.utf8).write(to: file)
    return try ForeignContent(file.path, library: try Fixture.library("functions"))
  }

  convenience init(_ content: ForeignContent, state: String? = nil) async throws {
    let lines = Guarded<[String]>([])
    let loading = Loading(
      plugin: "test", generation: 1, place: ".",
      folder: try PrivateFolder(in: Fixture.folder.appending(path: "run").path)
    ) { _, message in lines.withLock { $0.append(message) } }
    let provider = try #require(try await content.features(loading).first)
    try self.init(provider, lines, state: state)
  }

  private init(
    _ provider: any FeatureProvider, _ lines: Guarded<[String]>, state: String?
  ) throws {
    self.provider = provider
    self.lines = lines
    let log = Guarded<[Report]>([])
    self.log = log
    endpoint = try provider.create(state: state.map { Array($0.utf8) }) { report in
      log.withLock { $0.append(report) }
    }
  }

  /// Another instance of the same feature, over the same library.
  func another() throws -> ForeignSession { try ForeignSession(provider, lines, state: nil) }

  deinit { endpoint.destroy() }

  var reports: [Report] { log.withLock { $0 } }

  var logged: [String] { lines.withLock { $0 } }

  var state: JSON {
    get throws { try JSON(parsing: try endpoint.snapshot()) }
  }

  /// What the callbacks told, in order.
  var notifications: [JSON] {
    reports.compactMap {
      guard case .notified(_, let text) = $0 else { return nil }
      return try? JSON(parsing: text)
    }
  }

  /// Runs an action and returns the state.
  @discardableResult
  func run(_ action: String) throws -> JSON {
    let ticket = next.withLock { number in
      number += 1
      return Ticket(number)
    }
    try endpoint.trigger(ticket, Array(action.utf8))
    if let fault = reports.reversed().lazy.compactMap({ report -> Fault? in
      guard case .failed(ticket, let fault) = report else { return nil }
      return fault
    }).first {
      throw fault
    }
    return try state
  }

  /// What an action fails with.
  func fault(_ action: String) -> Fault? {
    do {
      try run(action)
      return nil
    } catch {
      return error as? Fault
    }
  }
}
