import FixtureSupport
import Foundation
import Testing
import VVSIDevelop
import VVSIHost
import VVSIPlugins

/// From a folder of sources to a state: the samples, built and run as a user's plugins are.
@Suite struct WorkshopTests {
  private let viewState = ViewState()
  private let workshop: Workshop

  init() throws {
    let host = try PluginHost(
      viewState: viewState, privateFolderIn: Fixture.folder.appending(path: "workshop").path)
    workshop = Workshop(
      host: host, viewState: viewState,
      driver: BuildDriver(sdk: Fixture.root.appending(path: "Sources").path), folders: [])
  }

  private func sample(_ name: String) -> String {
    Fixture.root.appending(path: "Plugins/\(name)").path
  }

  private func state(_ name: String) async throws -> String {
    let name = try #require(InstanceName(name))
    return String(decoding: try await viewState.snapshot(of: name).state, as: UTF8.self)
  }

  @Test func theListHoldsFiveItemsUnderAnyNumberOfQuickAdds() async throws {
    #expect(try await workshop.load(sample("List")) == "List")
    #expect(try await state("list") == #"{"items":[]}"#)
    let events = viewState.events()
    for _ in 0..<20 {
      _ = try await viewState.trigger(
        InstanceName(feature: "list"), action: Array(#"{"add":{}}"#.utf8))
    }
    await viewState.idle()
    events.finish()
    var notifications = 0
    for await event in events {
      if case .notification = event.kind { notifications += 1 }
    }
    #expect(notifications == 15)
    let items = try await state("list").split(separator: ",").count
    #expect(items == 5)
  }
}
