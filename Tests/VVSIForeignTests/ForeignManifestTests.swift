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

  struct Bad: Sendable, CustomTestStringConvertible {
    var manifest: String
    var place: String
    var expected: String
    var found: String
    var testDescription: String { expected }
  }

  /// An action with one function of the fixture.
  private static func add(_ arguments: String, _ rest: String = "") -> String {
    #"{"actions":{"add":{"arguments":[\#(arguments)]\#(rest)}}}"#
  }

  static let bad: [Bad] = [
    Bad(
      manifest: "{\n \"actions\": {", place: "line 2, column 14",
      expected: "a name in quotes", found: "the end of the text"),
    Bad(
      manifest: "{\"actions\": {\n\"add\": {},\n\"add\": {}}}", place: "line 3, column 1",
      expected: "each name once", found: #""add" twice"#),
    Bad(manifest: "[]", place: "line 1", expected: "an object", found: "an empty array"),
    Bad(
      manifest: #"{"action":{}}"#, place: "line 1 (/action)", expected: "actions?",
      found: #""action""#),
    Bad(
      manifest: #"{"actions":{}}"#, place: "line 1 (/actions)", expected: "at least one action",
      found: "an empty object"),
    Bad(
      manifest: "{\n\"actions\":{\n\"ad\":{\n\"arguments\":[\"int a\"]}}}",
      place: "line 3 (/actions/ad)",
      expected: "a function that the folder's library exports, such as 'add'",
      found: "'ad', which it does not"),
    Bad(
      manifest: add(#""imt a""#), place: "line 1 (/actions/add/arguments/0)",
      expected: "a type, such as 'int'", found: "'imt'"),
    Bad(
      manifest: add(#""a""#), place: "line 1 (/actions/add/arguments/0)",
      expected: #"an object, or a type and a name, such as "int count""#, found: #""a""#),
    Bad(
      manifest: add(#""int a","int a""#), place: "line 1 (/actions/add/arguments/1)",
      expected: "each argument's name once", found: "'a' twice"),
    Bad(
      manifest: add(#"{"name":"n","type":"int","lengthOf":"x"}"#),
      place: "line 1 (/actions/add/arguments/0/lengthOf)",
      expected: "a buffer among the arguments", found: #""x""#),
    Bad(
      manifest: add(#""bytes data","int count""#), place: "line 1 (/actions/add/arguments/0)",
      expected: #"an argument with "lengthOf": "data" beside it"#,
      found: "a buffer whose length C is not told"),
    Bad(
      manifest: add(#"{"name":"out","type":"bytes","direction":"out"}"#),
      place: "line 1 (/actions/add/arguments/0/capacity)",
      expected: "how large the buffer 'out' is to be", found: "nothing"),
    Bad(
      manifest: add(#"{"name":"out","type":"int[]","direction":"out","capacity":4194305}"#),
      place: "line 1 (/actions/add/arguments/0/capacity)", expected: "a capacity from 1 to 4194304",
      found: "4194305"),
    Bad(
      manifest: add(
        #"{"name":"a","type":"bytes","direction":"out","capacity":{"argument":"n"}},{"name":"n","type":"string"}"#
      ),
      place: "line 1 (/actions/add/arguments/0/capacity/argument)",
      expected: "an integer among the arguments", found: #""n""#),
    Bad(
      manifest: add(#"{"name":"a","type":"int","direction":"out"}"#),
      place: "line 1 (/actions/add/arguments/0/direction)",
      expected: "in; what C writes to is a type with * or [], or bytes", found: #""out""#),
    Bad(
      manifest: add(#"{"name":"a","type":"uint8","default":300}"#),
      place: "line 1 (/actions/add/arguments/0/default)", expected: "an integer from 0 to 255",
      found: "300"),
    Bad(
      manifest: add(#"{"name":"a","type":"int","from":"total"}"#),
      place: "line 1 (/actions/add/arguments/0/from)", expected: "a field of the state",
      found: #""total""#),
    Bad(
      manifest: add(#""state""#), place: "line 1 (/actions/add/arguments/0)",
      expected: "a state struct in the manifest beside it", found: #""state""#),
    Bad(
      manifest: add(#""int a""#, #","variadic":["float b"]"#),
      place: "line 1 (/actions/add/variadic/0)",
      expected: "double, which C makes of a float behind '...'", found: "'float'"),
    Bad(
      manifest: add("", #","result":{"type":"int","free":"release"}"#),
      place: "line 1 (/actions/add/result/free)", expected: "a result of type string beside it",
      found: #""release""#),
    Bad(
      manifest: add("", #","result":"int","failure":{"when":"null"}"#),
      place: "line 1 (/actions/add/failure/when)",
      expected: "a condition for a number, since the result is one", found: #""null""#),
    Bad(
      manifest: add("", #","result":"int","failure":{"when":["OK"]}"#),
      place: "line 1 (/actions/add/failure/when/0)",
      expected: "an integer, or a name of the result's enum", found: #""OK""#),
    Bad(
      manifest: #"{"structs":{"A":{"b":"B"},"B":{"a":"A"}},"actions":{}}"#,
      place: "line 1 (/structs/A)", expected: "structs that do not contain themselves",
      found: "the cycle A → B → A"),
    Bad(
      manifest: #"{"structs":{"A":{"a":"int[0]"}},"actions":{}}"#, place: "line 1 (/structs/A/a)",
      expected: "a count from 1 to 65536 in the brackets", found: #""int[0]""#),
    Bad(
      manifest: #"{"structs":{"A":{}},"actions":{}}"#, place: "line 1 (/structs/A)",
      expected: "at least one field with its type", found: "an empty object"),
    Bad(
      manifest: #"{"state":{},"actions":{}}"#, place: "line 1 (/state)",
      expected: "at least one field with its type", found: "an empty object"),
    Bad(
      manifest: #"{"state":{"hidden":"pointer"},"actions":{}}"#, place: "line 1 (/state)",
      expected: "at least one field that is shown", found: "an object"),
    Bad(
      manifest: #"{"state":{"name":"string"},"actions":{}}"#, place: "line 1 (/state)",
      expected: "a state without strings and handles; call them pointer to keep them hidden",
      found: "an object"),
    Bad(
      manifest: #"{"state":{"n":"int"},"initial":{"n":"x"},"actions":{}}"#,
      place: "line 1 (/initial/n)", expected: "an integer from -2147483648 to 2147483647",
      found: #""x""#),
    Bad(
      manifest: #"{"enums":{"E":{"type":"uint8","values":{"BIG":256}}},"actions":{}}"#,
      place: "line 1 (/enums/E/values/BIG)", expected: "an integer from 0 to 255", found: "256"),
    Bad(
      manifest: #"{"enums":{"int":{"values":{"A":1}}},"actions":{}}"#, place: "line 1 (/enums/int)",
      expected: "a name that is not taken", found: "'int', which is another type's"),
    Bad(
      manifest: #"{"handles":{"Box":{"close":"box_fre"}},"actions":{"add":{}}}"#,
      place: "line 1 (/handles/Box/close)",
      expected: "a function that the folder's library exports, such as 'box_free'",
      found: "'box_fre', which it does not"),
    Bad(
      manifest: #"{"isolation":"proces","actions":{"add":{}}}"#, place: "line 1 (/isolation)",
      expected: #""none" or "process""#, found: #""proces""#),
    Bad(
      manifest: #"{"library":"libz.so.1","actions":{"add":{}}}"#, place: "line 1 (/library)",
      expected: "no library: the folder's own sources are built to it", found: #""libz.so.1""#),
  ]

  @Test(arguments: bad) func refusesWithThePlace(_ bad: Bad) async throws {
    let error = await #expect(throws: PluginError.self) {
      try await ForeignSession.fixture(bad.manifest)
    }
    guard case .invalidManifest(_, let place, let expected, let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(place == bad.place)
    #expect(expected == bad.expected)
    #expect(found == bad.found)
  }

  @Test(arguments: [("process", true), ("none", false), ("proces", false)])
  func mayAskForAProcessOfItsOwn(_ word: String, _ asks: Bool) throws {
    let text = "{\"isolation\":\"\(word)\",\"actions\":{\"add\":{}}}"
    #expect(try ForeignSession.content(text).asksForProcess == asks)
    let schema = try JSON(
      parsing: Array(
        try Data(contentsOf: Fixture.root.appending(path: "Config/foreign.schema.json"))))
    let violation = JSONSchema.validate(try JSON(parsing: text), against: schema)
    #expect((violation == nil) == (word != "proces"))
  }

  @Test(arguments: ["libz.so.1", "libsqlite3.so.0", "libc.so.6", "libm.so.6", "libno.so.9"])
  func findsTheFileThatTheLoaderTakes(_ name: String) throws {
    let found = NamedLibrary(name, in: "")
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      #expect(found == .absent)
      return
    }
    defer { dlclose(handle) }
    guard case .system(let path) = found, let real = realpath(path, nil) else {
      Issue.record("\(found)")
      return
    }
    defer { free(real) }
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
    let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    #expect(maps.contains(" \(String(cString: real))\n"), "\(path)")
  }

  @Test func namesTheLibrariesThatItLookedFor() async throws {
    let file = Fixture.folder.appending(path: "no-library.json")
    let text = #"{"library":["libno.so.1","./no/libno.so"],"actions":{"add":{}}}"#
    try Data(text.utf8).write(to: file)
    let content = try ForeignContent(file.path)
    let error = await #expect(throws: PluginError.self) { try await ForeignSession(content) }
    guard case .invalidManifest(_, let place, let expected, let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(place == "line 1 (/library)")
    #expect(expected == "a library that can be loaded")
    #expect(found.contains("libno.so.1"))
    #expect(found.contains("no file ./no/libno.so"))
  }

  @Test(arguments: [
    (#"{"library":"libz.so.1","actions":{}}"#, true), (#"{"actions":{}}"#, true),
    (#"{"library": "libz.so.1", "act"#, true), (#"{"name":"pkg","version":"1.0.0"}"#, false),
    (#"[{"directory":"/","command":"cc","file":"a.c"}]"#, false), ("", false), ("{", false),
  ])
  func tellsAManifestFromOtherJSON(_ text: String, _ isManifest: Bool) throws {
    let file = Fixture.folder.appending(path: "\(UUID().uuidString).json")
    try Data(text.utf8).write(to: file)
    #expect(ForeignContent.isManifest(file.path) == isManifest)
  }
}
