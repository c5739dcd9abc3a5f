import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// What a plugin in a sandbox can reach.
@Suite struct SandboxTests {
  private let folder = Fixture.folder.appending(path: "sandbox-\(UUID().uuidString)")

  /// Whether bubblewrap is installed and may do here what it does.
  private static let isPossible: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "--unshare-net", "--unshare-pid",
      "--unshare-ipc", "--", "true",
    ]
    process.standardError = FileHandle.nullDevice
    try? process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// A file in the machine's folder for temporary ones.
  private static let temporary = "/tmp/vvsi-sandbox-\(getpid())"

  /// Not below /tmp, which is another one in the sandbox, where anything may be written.
  private static let elsewhere = "/var/tmp"

  private func config() throws -> String {
    let config = folder.appending(path: "vvsi.json")
    try Data(#"{"isolation":"process","workers":{"sandbox":true}}"#.utf8).write(to: config)
    return config.path
  }

  /// Puts a fixture's library into a folder.
  private func put(_ library: String, named name: String, into folder: URL) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let copy = folder.appending(path: name)
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(atPath: library, toPath: copy.path)
    return copy
  }

  private func run(_ plugin: String, _ action: String, path: String? = nil) throws -> Vvsi.Outcome {
    try Data().write(to: URL(filePath: Self.temporary))
    defer { unlink(Self.temporary) }
    var vvsi = Vvsi()
    if let path { vvsi.environment["PATH"] = path }
    return try vvsi.run(
      "--isolation", "process", "--config", try config(), "--json", plugin,
      "-c", #"{"feature":"fixture","action":{"\#(action)":{}}}"#)
  }

  private func looking() throws -> String {
    try Fixture.library(
      "looks_around", "FIXTURE_ELSEWHERE=\"\(Self.elsewhere)\"",
      "FIXTURE_TEMPORARY=\"\(Self.temporary)\"")
  }

  @Test(
    .enabled(if: isPossible, "bubblewrap is not installed, or may do nothing here"),
    arguments: [(true, 9), (false, 8)])
  func aPluginWritesToAFolderOfItsOwnAndATemporaryOneOnly(
    _ hasFolder: Bool, _ reached: Int
  ) throws {
    let own = folder.appending(path: "Looks")
    let library = try put(looking(), named: "libLooks.so", into: own)
    try Data(#"{"build":"true","product":"libLooks.so"}"#.utf8).write(
      to: own.appending(path: "plugin.json"))
    let outcome = try run(hasFolder ? own.path : library.path, "look")
    let state = try outcome.events("state").last?["state"]?.intValue
    #expect(state == reached, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test(.enabled(if: isPossible, "bubblewrap is not installed, or may do nothing here"))
  func aPluginReachesNoProcessOfOthersAndHasNoPrivilege() throws {
    let memory = shmget(key_t(getpid()), 1, Int32(IPC_CREAT) | 0o600)
    defer { shmctl(memory, IPC_RMID, nil) }
    let library = try Fixture.library(
      "escapes", "FIXTURE_ELSEWHERE=\"\(Self.elsewhere)/vvsi-escape-\(getpid())\"",
      "FIXTURE_MEMORY=\(getpid())")
    let outcome = try run(try put(library, named: "libEscapes.so", into: folder).path, "escape")
    let state = try outcome.events("state").last?["state"]?.intValue
    #expect(state == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test(
    .enabled(if: isPossible, "bubblewrap is not installed, or may do nothing here"),
    arguments: [false, true])
  func nothingThatAPluginStartsOutlivesTheHost(_ isKilled: Bool) throws {
    let name = "Orphan\(UUID().uuidString.prefix(8))"
    let library = try put(Fixture.library("faults"), named: "\(name).so", into: folder)
    let host = try LiveVvsi("--isolation", "process", "--config", try config(), library.path)
    try host.wait(for: "state")
    try host.type(":plugins")
    let plugin = try host.wait(for: "answer")["value"]?[0]
    let process = try #require(plugin?["process"]?.intValue)
    #expect(try String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8) != "bwrap\n")
    try host.type(#"{"feature":"fixture","action":{"session":{}}}"#)
    try host.wait(for: "settled")
    // The last of them begins when the action may have ended.
    try wait(orElse: "no process of the plugin's own") { processes(name) > 4 }
    if isKilled { host.kill() } else { _ = try host.end() }
    try wait(orElse: "processes of \(name) are left") { processes(name) == 0 }
  }

  private func wait(orElse failure: String, until holds: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 120)
    while !holds() {
      try #require(Date() < deadline, "\(failure)")
      usleep(5_000)
    }
  }

  /// How many processes have a plugin's name in their command: its keeper, the sandbox's two, and its own.
  private func processes(_ name: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.count { process in
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return String(decoding: line, as: UTF8.self).hasSuffix("\0\(name)\0")
    }
  }

  @Test(.enabled(if: isPossible, "bubblewrap is not installed, or may do nothing here"))
  func itsCrashesAreToldAsWithoutASandbox() throws {
    let library = try put(Fixture.library("faults"), named: "libFaults.so", into: folder)
    let outcome = try run(library.path, "segfault")
    #expect(outcome.output.contains("crashed (signal 11, SIGSEGV)"), "\(outcome.output)")
  }

  @Test func withoutBubblewrapAPluginIsNotLoaded() throws {
    let library = try put(looking(), named: "libLooks.so", into: folder)
    let outcome = try run(library.path, "look", path: "/nowhere")
    #expect(outcome.output.contains(#""code":"no_sandbox""#), "\(outcome.output)")
    #expect(outcome.status == 3)
  }
}
