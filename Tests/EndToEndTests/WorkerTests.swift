import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// Plugins in processes of their own, as a user sees them.
@Suite struct WorkerTests {
  /// A script of the samples, and what it must leave the same wherever plugins run.
  static let scripts = [
    ["list.add", "list.random count=2 length=3", "list.remove", "list"],
    ["counter.valueUp", "counter.valueDown", "counter.valueDown", "counter"],
    ["user.fetchUser id=1", "user.fetchUser id=99", "user"],
    ["timer.add seconds=3", "timer.add", "timer.nothing", "timer"],
    ["zlib.crc32 data=\"hello\"", "zlib"],
    [":open list", "list#2.add", ":close list#2", "list#2", ":describe list"],
  ]

  @Test(arguments: scripts)
  func tellsTheSameWhereverPluginsRun(_ lines: [String]) throws {
    let runs = try ["none", "process"].map { mode in
      try Vvsi().run(
        ["--json", "--isolation", mode] + lines.flatMap { ["-c", $0] }, input: Data())
    }
    #expect(runs[0].status == runs[1].status, "\(runs[1].errors)")
    #expect(try told(runs[0]) == told(runs[1]))
  }

  /// All events of the features, without times and what is drawn by lot.
  private func told(_ outcome: Vvsi.Outcome) throws -> [String] {
    try outcome.events().compactMap { event in
      let kind = event["event"]?.stringValue ?? ""
      guard kind != "log" else { return nil }
      let isRandom = event["state"]?["items"] != nil
      let parts = ["feature", "ticket", "version", "code", "message", "path", "notification"]
        .map { "\($0)=\(event[$0]?.text() ?? "")" }
      return ([kind] + parts + [isRandom ? "" : event["state"]?.text() ?? ""]).joined(
        separator: " ")
    }.sorted()
  }

  private func start(_ arguments: String...) throws -> (LiveVvsi, String) {
    let library = try Fixture.library("faults")
    let name = "Orphan\(UUID().uuidString.prefix(8))"
    let link = Fixture.folder.appending(path: "\(name).so")
    try FileManager.default.copyItem(atPath: library, toPath: link.path)
    let host = try LiveVvsi(arguments: ["--isolation", "process"] + arguments + [link.path])
    try host.wait(for: "state")
    return (host, name)
  }

  /// The processes of a plugin, or those that keep it.
  private func processes(_ name: String, _ word: String = "work") -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { process in
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return String(decoding: line, as: UTF8.self).hasSuffix("\(word)\0\(name)\0")
    }
  }

  private func waitUntilGone(_ name: String) throws {
    let deadline = Date(timeIntervalSinceNow: 60)
    while !(processes(name) + processes(name, "keep")).isEmpty {
      try #require(Date() < deadline, "processes of \(name) are left")
      usleep(5_000)
    }
  }

  @Test(arguments: ["", "loop", "deadlock", "handler", "outlive", "stop", "session-loop"])
  func noProcessOutlivesAKilledHost(_ action: String) throws {
    let (host, name) = try start()
    #expect(processes(name).count == 1)
    if !action.isEmpty {
      try host.type(#"{"feature":"fixture","action":{"\#(action)":{}}}"#)
      try host.wait(for: "triggered")
    }
    host.kill()
    try waitUntilGone(name)
  }

  @Test(arguments: ["session", "session-abort"], [false, true])
  func whatHasASessionOfItsOwnDoesNotOutliveTheHost(_ action: String, _ isKilled: Bool) throws {
    let (host, name) = try start()
    try host.type(#"{"feature":"fixture","action":{"\#(action)":{}}}"#)
    try host.wait(for: "settled")
    // The last of them begins when the action may have ended.
    let deadline = Date(timeIntervalSinceNow: 120)
    while action == "session", processes(name).count < 2 {
      try #require(Date() < deadline, "the plugin has started nothing")
      usleep(5_000)
    }
    if isKilled { host.kill() } else { _ = try host.end() }
    try waitUntilGone(name)
  }

  @Test func aPluginsProcessGoesWithItsKeeper() throws {
    let (host, name) = try start()
    let keeper = try #require(processes(name, "keep").first)
    kill(keeper, SIGKILL)
    try host.wait(for: "log") { $0["message"]?.stringValue?.contains("SIGKILL") == true }
    try host.type(#"{"feature":"fixture","action":{}}"#)
    try host.wait(for: "settled")
    #expect(processes(name).count == 1)
    #expect(!processes(name, "keep").contains(keeper))
    _ = try host.end()
    try waitUntilGone(name)
  }

  @Test func aKeeperThatIsStoppedGoesOn() throws {
    let (host, name) = try start()
    let keeper = try #require(processes(name, "keep").first)
    kill(keeper, SIGSTOP)
    #expect(try host.end() == 0)
    try waitUntilGone(name)
  }

  @Test func aWorkerInheritsNoDescriptorsAndHasItsOwnGroup() throws {
    let (host, name) = try start()
    let worker = try #require(processes(name).first)
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker)/fd")
    let targets = open.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(worker)/fd/\($0)")
    }
    #expect(targets.count { $0.hasPrefix("socket:") } == 1)
    #expect(targets.count { $0.hasPrefix("pipe:") } == 3)
    let own = targets.filter { $0.hasPrefix("/") && $0 != "/dev/null" }
    #expect(own.isEmpty, "\(own)")
    #expect(getpgid(worker) == worker)
    #expect(try host.end() == 0)
    try waitUntilGone(name)
  }

  /// What a script has as its action, and what its run ends with.
  static let ends: [(String, Int32)] = [
    ("segfault", 3), ("exit", 3), ("thread-segfault", 3), ("invalid-notification", 1),
    ("nothing", 0),
  ]

  @Test(arguments: ends, ["-c", "-f", ""])
  func aScriptEndsWithWhatBecameOfThePlugin(
    _ end: (action: String, status: Int32), _ option: String
  ) throws {
    let line = #"{"feature":"fixture","action":{"\#(end.action)":{}}}"#
    let library = try Fixture.library("faults")
    var arguments = ["--isolation", "process", library]
    if option == "-c" { arguments += ["-c", line, "-c", "fixture"] }
    let lines = Data((line + "\nfixture\n").utf8)
    if option == "-f" {
      let file = Fixture.folder.appending(path: "lines-\(UUID().uuidString)")
      try lines.write(to: file)
      arguments += ["-f", file.path]
    }
    let outcome = try Vvsi().run(arguments, input: option.isEmpty ? lines : Data())
    #expect(outcome.status == end.status, "\(outcome.output)\(outcome.errors)")
  }

  @Test func aCrashWithoutAnActionCountsAsWell() throws {
    let (host, _) = try start()
    try host.type(#"{"feature":"fixture","action":{"late-segfault":{}}}"#)
    try host.wait(for: "settled")
    try host.wait(for: "log") { $0["message"]?.stringValue?.contains("SIGSEGV") == true }
    #expect(try host.end() == 3)
  }

  @Test func theListOfPluginsTellsWhereEachRuns() throws {
    let (host, name) = try start(try Fixture.library("counting", "FIXTURE_ID=\"good\""))
    try host.type(#"{"feature":"fixture","action":{"abort":{}}}"#)
    try host.wait(for: "settled")
    try host.type(#"{"feature":"fixture","action":{}}"#)
    try host.wait(for: "settled")
    try host.type(":plugins")
    let plugins = try host.wait(for: "answer")["value"]?.arrayValue ?? []
    #expect(plugins.compactMap { $0["crashes"] } == [1, 0])
    for plugin in plugins {
      #expect(plugin["isolation"] == "process")
      #expect(plugin["quarantined"] == false)
    }
    #expect(plugins.first?["process"]?.intValue.map { Int32($0) } == processes(name).first)
    _ = try host.end()
  }

  @Test func aHostThatWasStoppedDoesNotTakeItsPluginsForDead() throws {
    let config = Fixture.folder.appending(path: "stopped-\(UUID().uuidString).json")
    try Data(#"{"workers": {"heartbeatSeconds": 8}}"#.utf8).write(to: config)
    let (host, name) = try start("--config", config.path)
    let worker = try #require(processes(name).first)
    host.send(SIGSTOP)
    // The time itself is what matters here.
    sleep(10)
    host.send(SIGCONT)
    try host.type(#"{"feature":"fixture","action":{"slow":{}}}"#)
    try host.wait(for: "settled")
    try host.type(":plugins")
    let plugin = try host.wait(for: "answer")["value"]?[0]
    #expect(plugin?["crashes"] == 0, "\(host.all("log"))")
    #expect(plugin?["process"]?.intValue == Int(worker))
    #expect(try host.end() == 0)
  }

  @Test func threeCrashesAreQuarantineUntilARetry() throws {
    let (host, name) = try start()
    for _ in 0..<3 {
      try host.type(#"{"feature":"fixture","action":{"abort":{}}}"#)
      let failed = try host.wait(for: "failed")
      #expect(failed["message"]?.stringValue?.contains("signal 6, SIGABRT") == true)
      try host.wait(for: "settled")
    }
    try host.wait(for: "log") { $0["message"]?.stringValue?.contains(":retry") == true }
    try host.type(":plugins")
    let plugin = try host.wait(for: "answer")["value"]?[0]
    #expect(plugin?["quarantined"] == true)
    #expect(plugin?["crashes"] == 3)
    #expect(plugin?["process"] == .null)
    try host.type(#"{"feature":"fixture","action":{}}"#)
    #expect(try host.wait(for: "rejected")["code"] == "quarantined")
    try host.type(":retry \(name)")
    try host.type(#"{"feature":"fixture","action":{}}"#)
    try host.wait(for: "settled")
    try host.type(":retry \(name)")
    #expect(try host.wait(for: "error")["code"] == "not_quarantined")
    _ = try host.end()
  }
}
