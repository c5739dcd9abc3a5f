import Foundation
import VVSIDevelop
import VVSIHost
import VVSIPlugins

/// Builds and loads what is compared, as `vvsi` does.
struct Host {
  private let viewState = ViewState()
  private let host: PluginHost
  private let workshop: Workshop

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vvsi-foreign-benchmark")
    host = try PluginHost(viewState: viewState, privateFolderIn: folder.path)
    workshop = Workshop(
      host: host, viewState: viewState, driver: BuildDriver(), folders: [],
      options: BuildOptions(optimise: true))
  }

  func end() { host.removeCopies() }

  func endpoint(_ folder: String, feature: String) async throws -> Endpoint {
    try Endpoint(try await provider(folder, feature: feature))
  }

  func provider(_ folder: String, feature: String) async throws -> any FeatureProvider {
    _ = try await workshop.load(folder)
    guard let provider = await viewState.provider(of: feature) else {
      throw CocoaError(.featureUnsupported)
    }
    return provider
  }
}

/// An instance that takes two actions in turn, and so commits each time.
final class Endpoint {
  private let endpoint: any VVSIHost.Endpoint
  private let states: Guarded<Int>
  private var ticket: UInt64 = 0
  private let actions = [
    Array(#"{"add":{"left":1,"right":2}}"#.utf8), Array(#"{"add":{"left":40,"right":-2}}"#.utf8),
  ]

  init(_ provider: any FeatureProvider) throws {
    let states = Guarded(0)
    self.states = states
    endpoint = try provider.create(state: nil) { report in
      if case .committed = report { states.withLock { $0 += 1 } }
    }
  }

  deinit { endpoint.destroy() }

  func run(_ count: Int) throws {
    for number in 0..<count {
      ticket += 1
      try endpoint.trigger(Ticket(ticket), actions[number & 1])
    }
  }

  /// Nanoseconds an action.
  func time(_ count: Int) throws -> Double {
    let before = states.withLock { $0 }
    var failure: (any Error)?
    let time = ContinuousClock().measure {
      do { try run(count) } catch { failure = error }
    }
    if let failure { throw failure }
    precondition(states.withLock { $0 } - before >= count - 1, "not every action has committed")
    return time.nanoseconds / Double(count)
  }
}
