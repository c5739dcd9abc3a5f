import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// Save to live, as a developer sees it: a host that watches, an editor that saves.
@Suite struct ReloadTests {
  private let folder: URL
  private let list: URL

  init() throws {
    folder = Fixture.folder.appending(path: "reload-\(UUID().uuidString)")
    list = folder.appending(path: "Plugins/List")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Plugins"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Fixture.root.appending(path: "Plugins/List"), to: list)
    try Data(#"{"folders":["Plugins"],"watch":true}"#.utf8).write(
      to: folder.appending(path: "vvsi.json"))
  }

  private func start() throws -> LiveVvsi {
    let host = try LiveVvsi("--config", "vvsi.json", in: folder)
    try host.wait(for: "state") { $0["feature"] == "list" }
    return host
  }

  private func edit(_ file: String, _ change: (String) -> String) throws {
    let path = list.appending(path: file)
    let text = try String(contentsOf: path, encoding: .utf8)
    let changed = change(text)
    #expect(changed != text, "the edit of \(file) changes nothing")
    try Data(changed.utf8).write(to: path, options: .atomic)
  }

  /// Gives the list a migration that does what `body` says.
  private func addMigration(_ body: String) throws {
    try edit("Plugin.swift") {
      $0.replacingOccurrences(
        of: #"summary: "A list of up to five items.", state"#,
        with: "coding: .json(migrate: { (_, _) -> ListView.State? in \(body) }), state")
          + """

          #if canImport(Glibc)
            import Glibc
          #else
            import Darwin
          #endif
          struct Refusal: Error, CustomStringConvertible { let description = "by the test" }
          """
    }
  }

  private func limit(_ from: Int, _ to: Int) throws {
    try edit("ListView+State.swift") {
      $0.replacingOccurrences(of: "limit = \(from)", with: "limit = \(to)")
    }
  }

  private func items(_ event: JSON) -> Int? { event["state"]?["items"]?.arrayValue?.count }

  @Test func aSavedLimitIsLiveWithTheItemsKept() throws {
    let host = try start()
    for _ in 0..<6 { try host.type("list.add") }
    try host.wait(for: "notification")
    try limit(5, 6)
    let reloaded = try host.wait(for: "reloaded")
    #expect(reloaded["generation"] == 2)
    #expect(reloaded["carried"] == 1)
    #expect(reloaded["dropped"] == [])
    try host.type("list.add")
    let state = try host.wait(for: "state")
    #expect(items(state) == 6)
    #expect(try host.end() == 0)
  }

  @Test func anErrorIsShownAndTheFeatureStillAnswers() throws {
    let host = try start()
    try edit("ListView+State.swift") {
      $0.replacingOccurrences(of: "limit = 5", with: "limit = \"five")
    }
    let failed = try host.wait(for: "reload-failed")
    #expect(failed["stage"] == "build")
    #expect(failed["generation"] == 1)
    let first = failed["diagnostics"]?[0]
    #expect(first?["severity"] == "error")
    #expect(first?["file"]?.stringValue?.hasSuffix("ListView+State.swift") == true)
    #expect((first?["line"]?.intValue ?? 0) > 0)
    #expect(first?["source"]?.stringValue?.contains("five") == true)
    try host.type("list.add")
    #expect(items(try host.wait(for: "state")) == 1)
    try edit("ListView+State.swift") {
      $0.replacingOccurrences(of: "limit = \"five", with: "limit = 7")
    }
    try host.wait(for: "reloaded")
    try host.type("list.add")
    #expect(items(try host.wait(for: "state")) == 2)
    #expect(try host.end() == 0, "what failed was mended")
  }

  @Test func aNewFieldBeginsAsInTheNewStateAndARenamedOneIsReported() throws {
    let host = try start()
    try host.type("list.add")
    try host.wait(for: "settled")
    try edit("ListView+State.swift") {
      $0.replacingOccurrences(
        of: "var items: [String] = []", with: "var items: [String] = []\n    var title = \"Mine\"")
    }
    try host.wait(for: "reloaded")
    let state = try host.wait(for: "state")
    #expect(items(state) == 1)
    #expect(state["state"]?["title"] == "Mine")
    try edit("ListView+State.swift") {
      $0.replacingOccurrences(of: "var title", with: "var heading")
    }
    let reloaded = try host.wait(for: "reloaded")
    #expect(reloaded["dropped"]?[0]?["path"] == "/title")
    let after = try host.wait(for: "state")
    #expect(items(after) == 1)
    #expect(after["state"]?["heading"] == "Mine")
    #expect(try host.end() == 0)
  }

  @Test func aFolderCopiedInBecomesAFeatureAndOneTakenAwayLeaves() throws {
    let host = try start()
    let counter = folder.appending(path: "Plugins/Counter")
    try FileManager.default.copyItem(
      at: Fixture.root.appending(path: "Plugins/Counter"), to: counter)
    try host.wait(for: "loaded") { $0["plugin"] == "Counter" }
    try host.type("counter.valueUp")
    try host.wait(for: "settled") { $0["feature"] == "counter" }
    try FileManager.default.removeItem(at: counter)
    try host.wait(for: "unloaded") { $0["plugin"] == "Counter" }
    try FileManager.default.copyItem(
      at: Fixture.root.appending(path: "Plugins/Counter"), to: counter)
    try host.wait(for: "loaded") { $0["plugin"] == "Counter" }
    let state = try host.wait(for: "state") { $0["feature"] == "counter" }
    #expect(state["state"]?.text().contains("1") == true, "its state was not kept: \(state)")
    #expect(try host.end() == 0)
  }

  @Test func aFolderOfALoadedNameAndALinkThatLeadsNowhereAreRefused() throws {
    let other = folder.appending(path: "Plugins/Other")
    try FileManager.default.copyItem(at: list, to: other)
    try Data(#"{"name":"List"}"#.utf8).write(to: other.appending(path: "plugin.json"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "Plugins/Broken").path, withDestinationPath: "nowhere")
    let host = try start()
    try host.type("list.add")
    #expect(items(try host.wait(for: "state") { $0["feature"] == "list" }) == 1)
    #expect(try host.end() == 3)
    let errors = host.all("error")
    #expect(
      errors.compactMap { $0["code"]?.stringValue }.sorted() == ["already_loaded", "unreadable"])
    let messages = errors.compactMap { $0["message"]?.stringValue }
    #expect(messages.contains { $0.contains("a link that leads nowhere") }, "\(messages)")
  }

  @Test func aLinkThatLeadsNowhereIsNamedWhenItAppears() throws {
    let host = try start()
    try host.wait(for: "answer")
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "Plugins/Broken").path, withDestinationPath: "nowhere")
    let broken = try host.wait(for: "reload-failed") { $0["plugin"] == "Broken" }
    #expect(broken["message"]?.stringValue?.contains("a link that leads nowhere") == true)
    try host.type("list.add")
    #expect(items(try host.wait(for: "state")) == 1)
    #expect(try host.end() == 3)
  }

  @Test func theSameContentSavedAgainBuildsNothing() throws {
    let host = try start()
    let path = list.appending(path: "ListView.swift")
    try Data(contentsOf: path).write(to: path, options: .atomic)
    try limit(5, 8)
    let reloaded = try host.wait(for: "reloaded")
    #expect(reloaded["generation"] == 2)
    #expect(try host.end() == 0)
  }

  @Test func rollsBackToTheGenerationBefore() throws {
    let host = try start()
    try host.type("list.add")
    try limit(5, 1)
    try host.wait(for: "reloaded")
    try host.type(":rollback List")
    #expect(try host.wait(for: "reloaded")["generation"] == 3)
    try host.type("list.add")
    try host.wait(for: "settled")
    #expect(host.all("state").compactMap(items).max() == 2)
    #expect(try host.end() == 0)
  }

  @Test(arguments: [
    ("fatalError()", "its migration crashed (signal "),
    ("exit(0)", "its migration ended its process with status 0"),
    ("while true {}", "its migration did not return within 10 s"),
    ("throw Refusal()", "by the test"),
  ])
  func aMigrationThatFailsLeavesTheOldGeneration(_ body: String, _ message: String) throws {
    let host = try start()
    try host.type("list.add")
    try host.wait(for: "settled")
    try addMigration(body)
    let failed = try host.wait(for: "reload-failed")
    #expect(failed["stage"] == "carry")
    #expect(failed["generation"] == 1)
    #expect(failed["message"]?.stringValue?.contains(message) == true, "\(failed)")
    #expect(failed["message"]?.stringValue?.contains(":reload List --reset") == true)
    try host.type("list.add")
    #expect(items(try host.wait(for: "state")) == 2)
    #expect(try host.end() == 3)
  }

  @Test func aMigrationThatWasTriedRunsHere() throws {
    let host = try start()
    try host.type("list.add")
    try host.wait(for: "settled")
    try addMigration(#"ListView.State(items: ["migrated"])"#)
    try host.wait(for: "reloaded")
    #expect(try host.wait(for: "state")["state"]?["items"]?[0] == "migrated")
    #expect(try host.end() == 0)
  }

  @Test func aReloadAmidTriggersLosesNoneAndRunsNoneTwice() throws {
    try Data(#"{"folders":["Plugins"],"watch":true,"drain":"wait","graceSeconds":60}"#.utf8)
      .write(to: folder.appending(path: "vvsi.json"))
    try edit("ListView+Interactor.swift") {
      $0.replacingOccurrences(
        of: "state.items.append(\"Item \\(state.items.count + 1)\")",
        with: "state.items = [String((Int(state.items.first ?? \"0\") ?? 0) + 1)]")
    }
    let host = try start()
    try host.type(String(repeating: "list.add &\n", count: 5_000) + "list.add &")
    try edit("ListView.swift") { $0 + "\n// saved while actions run\n" }
    try host.type(String(repeating: "list.add &\n", count: 4_998) + "list.add &")
    try host.wait(for: "reloaded")
    try host.wait(for: "settled") { $0["ticket"] == 10_000 }
    #expect(try host.end() == 0)
    #expect(host.all("settled").count == 10_000)
    #expect(host.all("failed").isEmpty)
    #expect(host.all("state").last?["state"]?["items"]?[0] == "10000")
  }
}
