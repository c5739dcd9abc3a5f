import FixtureSupport
import Foundation
import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIForeign

@Suite struct ForeignManifestTests {
  @Test(arguments: [
    "Plugins/zlib.json", "Plugins/sqlite.json", "Plugins/libc.json", "Plugins/Gauge/feature.json",
  ])
  func samplesKeepToTheSchema(_ path: String) throws {
    func read(_ path: String) throws -> JSON {
      try JSON(parsing: Array(try Data(contentsOf: Fixture.root.appending(path: path))))
    }
    let schema = try read("Config/foreign.schema.json")
    #expect(JSONSchema.validate(try read(path), against: schema) == nil)
  }

  @Test(arguments: [
    (#"{"actions":{"ad":{"arguments":["int a"]}}}"#, "such as 'add'"),
    (#"{"actions":{"add":{"arguments":["imt a"]}}}"#, "such as 'int'"),
    (#"{"structs":{"A":{"b":"B"},"B":{"a":"A"}},"actions":{}}"#, "contain themselves"),
    (#"{"state":{},"actions":{}}"#, "at least one field"),
    (
      #"{"actions":{"add":{"arguments":[{"name":"n","type":"int","lengthOf":"x"}]}}}"#,
      "a buffer among the arguments"
    ),
  ])
  func refusesWithTheLine(_ manifest: String, _ expected: String) async throws {
    let error = await #expect(throws: PluginError.self) {
      try await ForeignSession.fixture(manifest)
    }
    guard case .invalidManifest(_, let place, let said, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(place.hasPrefix("line 1"))
    #expect(said.contains(expected))
  }
}
