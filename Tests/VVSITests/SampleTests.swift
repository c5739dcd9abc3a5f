import Foundation
import Testing

/// The sample plugins, built and driven through the tables.
@Suite(.serialized) struct SampleTests {
  @Test func cFeatureNeedsNoSwift() async throws {
    let host = try FakeHost(Library.c("Tests/Fixtures/Tally/tally.c"))
    let tally = try host.create("tally", state: #"{"sum":2}"#)
    try await tally.run(
      #"{"add":{"amount":3}}"#, #" { "add" : { "amount" : -9 } } "#, #"{"reset":{}}"#)
    #expect(
      tally.recorder.entries == [
        .commit(1, #"{"sum":5}"#), .settle(1), .notify(2, #"{"below":{}}"#), .settle(2),
        .commit(3, #"{"sum":0}"#), .settle(3),
      ])
    for (action, code) in [
      (#"{"ad":{}}"#, "unknown_action"), (#"{"add":{}}"#, "invalid_payload"),
      (#"{"add":{"amount":99999999999}}"#, "invalid_payload"), ("add", "invalid_json"),
      (#"{"reset":{}} x"#, "invalid_payload"),
    ] {
      #expect(throws: FakeHost.Refused.self) { try tally.trigger(action) }
      let refusal = #expect(throws: FakeHost.Refused.self) {
        try host.recodeAction("tally", action)
      }
      #expect(refusal?.code == code)
    }
    tally.destroy()
  }

  @Test(.enabled(if: Library.canLoadSwift)) func listHoldsFive() async throws {
    let host = try FakeHost(Library.swift("Plugins/List"))
    let list = try host.create("list")
    #expect(try list.state == #"{"items":[]}"#)
    for _ in 0..<20 { try list.trigger(#"{"add":{}}"#) }
    await list.recorder.settled(count: 20)
    #expect(list.recorder.states.count == 5)
    #expect(list.recorder.notifications == Array(repeating: #"{"full":{"limit":5}}"#, count: 15))
    try await list.run(#"{"remove":{}}"#, #"{"random":{"_0":{"count":3,"length":4}}}"#)
    struct State: Decodable { let items: [String] }
    let items = try JSONDecoder().decode(State.self, from: Data(list.state.utf8)).items
    #expect(items.map(\.count) == [4, 4, 4])
    try await list.run(#"{"random":{"_0":{"count":-1,"length":4}}}"#)
    #expect(list.recorder.notifications.count == 16)
  }

  @Test(.enabled(if: Library.canLoadSwift)) func counterStaysInItsBounds() async throws {
    let host = try FakeHost(Library.swift("Plugins/Counter"))
    let counter = try host.create("counter")
    try await counter.run(#"{"valueDown":{}}"#)
    #expect(counter.recorder.notifications == [#"{"atMinimum":{"_0":0}}"#])
    for _ in 0..<11 { try await counter.run(#"{"valueUp":{}}"#) }
    #expect(try counter.state == #"{"value":10}"#)
    #expect(counter.recorder.notifications.last == #"{"atMaximum":{"_0":10}}"#)
  }

  @Test(.enabled(if: Library.canLoadSwift)) func userComesFromAFile() async throws {
    let host = try FakeHost(
      folder: Library.package.appending(path: "Plugins/UserScene").path,
      Library.swift("Plugins/UserScene"))
    let user = try host.create("user")
    try await user.run(#"{"fetchUser":{"_0":{"id":1}}}"#, #"{"showItems":{}}"#)
    #expect(
      try user.state.hasPrefix(
        #"{"name":"LOVELACE, Ada (no. 1)","email":"<ada@analytical.example>","source":"#))
    #expect(
      user.recorder.entries.contains(
        .route(
          2, #"{"feature":"list","to":"items","payload":{"user":"LOVELACE, Ada (no. 1)"}}"#)))
  }

  @Test(.enabled(if: Library.canLoadSwift)) func userFailsVisibly() async throws {
    let host = try FakeHost(Library.swift("Plugins/UserScene"))
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String, _ content: String) throws -> String {
      let file = folder.appending(path: name)
      try Data(content.utf8).write(to: file)
      return file.path
    }
    let server = try Server()
    let valid = #"[{"id":7,"firstName":"A","lastName":"B","email":"C","extra":1}]"#
    let cases = [
      (folder.path + "/none.json", "expected a readable JSON file"),
      (folder.path, "expected a readable JSON file"),
      (try file("bad.json", "[{"), "expected "),
      (try file("type.json", #"[{"id":"x"}]"#), "expected "),
      (try file("other.json", valid), "expected a user with id 1"),
      ("https://localhost/users", "expected http://HOST"),
      ("http://", "expected http://HOST"),
      ("http://localhost:99999/", "expected http://HOST"),
      ("http://127.0.0.1:\(try Server.unusedPort())/", "expected an answer"),
      (server.url("/missing"), "expected status 200"),
      (server.url("/cut"), "expected an answer"),
      (server.url("/noise"), "expected an answer"),
      (server.url("/users"), "expected a user with id 1"),
    ]
    for (source, message) in cases {
      let user = try host.create("user")
      let source = String(decoding: try JSONEncoder().encode(source), as: UTF8.self)
      try await user.run(#"{"fetchUser":{"_0":{"id":1,"source":\#(source)}}}"#)
      guard case .fail(1, "failed", "", let found) = user.recorder.entries.first else {
        Issue.record("\(source): \(user.recorder.entries)")
        continue
      }
      #expect(found.hasPrefix(message))
      #expect(user.recorder.entries.last == .settle(1))
    }
    let user = try host.create("user")
    let url = String(decoding: try JSONEncoder().encode(server.url("/users")), as: UTF8.self)
    try await user.run(#"{"fetchUser":{"_0":{"id":7,"source":\#(url)}}}"#)
    #expect(try user.state.hasPrefix(#"{"name":"B, A (no. 7)","email":"<c>""#))
  }
}
