import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// What cannot be survived in this process is told of, at once and at the next start.
@Suite struct CrashTests {
  private let cache = Fixture.folder.appending(path: "crash-\(UUID().uuidString)")

  /// A host with a memory of its own.
  private var vvsi: Vvsi {
    var vvsi = Vvsi()
    vvsi.environment["XDG_CACHE_HOME"] = cache.path
    return vvsi
  }

  /// Runs actions of a plugin that does harm in this process.
  private func run(_ actions: String..., json: Bool = false) throws -> Vvsi.Outcome {
    var arguments = ["--isolation", "none"] + (json ? ["--json"] : [])
    arguments += [try Fixture.library("faults"), try Fixture.library("counting", Self.id)]
    for action in actions { arguments += ["-c", action] }
    return try vvsi.run(arguments, input: Data())
  }

  private static let id = "FIXTURE_ID=\"good\""

  private static func action(_ name: String) -> String {
    #"{"feature":"fixture","action":{"\#(name)":{}}}"#
  }

  static let ends: [(String, Int32, String)] = [
    ("segfault", SIGSEGV, "SIGSEGV"), ("trap", SIGILL, "SIGILL"), ("abort", SIGABRT, "SIGABRT"),
    ("overflow", SIGSEGV, "SIGSEGV"), ("exit", 3, "exit"),
    ("quick-exit", 3, "quick_exit"), ("end-at-once", 3, "_exit"),
  ]

  @Test(arguments: ends)
  func aCrashInAnActionNamesPluginAndAction(_ action: String, status: Int32, end: String) throws {
    let crashed = try run(Self.action(action))
    #expect(crashed.status == status)
    #expect(
      crashed.errors.contains(
        "faults (generation 1) ended the host: \(end) in its feature 'fixture', ticket 1: "
          + "{\"\(action)\":{}}\n"), "\(crashed.errors)")
    let next = try run("good.up {}", "fixture.up {}", json: true)
    #expect(next.status == 0, "\(next.errors)")
    #expect(try next.events("settled").count == 2)
    let told = try next.events("log").compactMap { $0["message"]?.stringValue }
    let message =
      "generation 1 ended the last host: \(end) in fixture, action {\"\(action)\":{}}; "
    #expect(told.filter { $0.hasPrefix(message) }.count == 1, "\(told)")
    #expect(try run(json: true).events("log").isEmpty)
  }

  @Test func whatTookAHostDownRunsInAProcessOfItsOwnAndCannotDoSoAgain() throws {
    #expect(try run(Self.action("segfault")).status == SIGSEGV)
    for _ in 0..<2 {
      let next = try run(Self.action("segfault"), "good.up {}", json: true)
      #expect(next.status == 3, "\(next.output)\(next.errors)")
      #expect(try next.events("settled").contains { $0["feature"] == "good" }, "\(next.output)")
    }
    let listed = try run(":plugins", json: true)
    let plugins = try listed.events("answer").last?["value"]?.arrayValue ?? []
    let apart = plugins.filter { $0["cause"] == "crash" }.map { $0["plugin"] }
    #expect(apart == ["faults"], "\(listed.output)")
    #expect(try run(":plugins").output.contains("until it is built anew"))
    #expect(try vvsi.run("check", "--clear").status == 0)
    #expect(try run(Self.action("segfault")).status == SIGSEGV)
  }

  /// A manifest over functions of C; `definitions` change the library.
  private func manifest(
    _ definitions: String..., library: String? = nil, members: String = ""
  ) throws -> String {
    let library =
      try library ?? definitions.first.map { try Fixture.library("c_functions_crash", $0) }
      ?? Fixture.library("c_functions_crash")
    let function = """
      {"arguments": [{"name": "value", "type": "int"}],
       "result": {"type": "int", "into": "result"}}
      """
    let text = """
      {"library": "\(library)", "feature": "numbers",\(members)
       "actions": {"twice": \(function), "fall": \(function)}}
      """
    let path = Fixture.folder.appending(path: "numbers-\(UUID().uuidString).json")
    try Data(text.utf8).write(to: path)
    return path.path
  }

  @Test func aCrashInAFunctionOfCNamesItAndHappensInAProcessOfItsOwnThen() throws {
    let manifest = try manifest()
    let crashed = try vvsi.run("--isolation", "none", manifest, "-c", "numbers.fall value=8")
    #expect(crashed.status == SIGSEGV, "\(crashed.errors)")
    #expect(
      crashed.errors.contains("ended the host: SIGSEGV in its feature 'numbers', ticket 1: "),
      "\(crashed.errors)")
    let next = try vvsi.run(
      "--isolation", "none", manifest, "-c", "numbers.fall value=8", "-c", "numbers.twice value=21",
      "-c", "numbers")
    #expect(next.status == 3, "\(next.errors)")
    #expect(next.output.contains("42"), "\(next.output)\(next.errors)")
  }

  @Test func aLibraryOfCThatCrashesWhenItIsLoadedIsNotLoadedHere() throws {
    let manifest = try manifest("CONSTRUCTOR_ABORTS")
    let outcome = try vvsi.run("--isolation", "none", manifest, "-c", ":plugins")
    #expect(outcome.status == 3)
    #expect(outcome.errors.hasPrefix("error[trial_failed]: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("crashed (SIGABRT) while the library was loaded"))
  }

  @Test func aManifestMayAskForAProcessOfItsOwn() throws {
    let manifest = try manifest(members: #""isolation": "process","#)
    let outcome = try vvsi.run(
      "--isolation", "none", "--json", manifest, "-c", "numbers.twice value=4",
      "-c", "numbers.fall value=8", "-c", "numbers.twice value=21", "-c", ":plugins")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(try outcome.events("failed").map { $0["feature"] } == ["numbers"])
    #expect(try outcome.events("state").last?["state"]?["result"] == 42)
    let plugin = try outcome.events("answer").last?["value"]?[0]
    #expect(plugin?["isolation"] == "process")
    #expect(plugin?["crashes"] == 1)
  }

  #if canImport(Glibc)
    @Test func aLibraryThatTheLoaderFindsIsTriedAsWell() throws {
      let folder = cache.appending(path: "libraries")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let library = folder.appending(path: "libvvsifalls.so.1")
      let manifest = try manifest(library: "libvvsifalls.so.1")
      var vvsi = vvsi
      vvsi.environment["LD_LIBRARY_PATH"] = folder.path

      try FileManager.default.copyItem(
        atPath: try Fixture.library("c_functions_crash", "CONSTRUCTOR_ABORTS"), toPath: library.path
      )
      let outcome = try vvsi.run("--isolation", "none", manifest, "-c", ":plugins")
      #expect(outcome.status == 3)
      #expect(outcome.errors.hasPrefix("error[trial_failed]: "), "\(outcome.errors)")
      #expect(outcome.errors.contains(library.path), "\(outcome.errors)")
      #expect(try vvsi.run("check", manifest).output.contains("SIGABRT"))

      try FileManager.default.removeItem(at: library)
      try FileManager.default.copyItem(
        atPath: try Fixture.library("c_functions_crash"), toPath: library.path)
      let good = try vvsi.run("--isolation", "none", manifest, "-c", "numbers.twice value=21")
      #expect(good.status == 0, "\(good.errors)")
      #expect(try vvsi.run("check").output.contains("passed"))
    }
  #endif

  #if os(Linux)
    @Test func aCrashOnAPluginsOwnThreadNamesThePlugin() throws {
      let crashed = try run(Self.action("thread-segfault"))
      #expect(crashed.status == SIGSEGV)
      #expect(
        crashed.errors.contains(
          "faults (generation 1) ended the host: SIGSEGV on a thread of its own"),
        "\(crashed.errors)")
    }
  #endif

  @Test func aForkedChildThatExitsIsNoCrash() throws {
    let outcome = try run(Self.action("fork"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("ended the host"))
  }

  @Test func aPluginThatHandlesCrashesItselfIsToldOf() throws {
    let library = try Fixture.library("constructor_handles")
    let outcome = try vvsi.run("--isolation", "none", "--json", library, "-c", "fixture.up {}")
    let told = try outcome.events("log").compactMap { $0["message"]?.stringValue }
    #expect(told.contains { $0.hasPrefix("it handles signals of crashes itself (1)") }, "\(told)")
    #expect(outcome.status == 0)
  }

  @Test func twoHostsDoNotConfuseTheirCrashes() throws {
    let live = try LiveVvsi(
      try Fixture.library("counting"), environment: ["XDG_CACHE_HOME": cache.path])
    try live.wait(for: "loaded")
    #expect(try run(Self.action("segfault")).status == SIGSEGV)
    try live.type("fixture.up {}")
    try live.wait(for: "settled")
    #expect(try live.end() == 0)
    let told = try run(json: true).events("log")
    #expect(told.count == 1, "\(told)")
  }

  @Test func aHostThatWasKilledLeavesNothingThatHindersTheNext() throws {
    var live: LiveVvsi? = try LiveVvsi(
      try Fixture.library("counting"), environment: ["XDG_CACHE_HOME": cache.path])
    try live?.wait(for: "loaded")
    let run = cache.appending(path: "vvsi/run")
    let left = try #require(FileManager.default.contentsOfDirectory(atPath: run.path).first)
    live?.kill()
    live = nil
    let next = try self.run("good.up {}", json: true)
    #expect(next.status == 0, "\(next.errors)")
    #expect(try next.events("log").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: run.appending(path: left).path))
  }
}
