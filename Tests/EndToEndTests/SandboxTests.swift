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
    process.arguments = ["bwrap", "--ro-bind", "/", "/", "--unshare-net", "--", "true"]
    process.standardError = FileHandle.nullDevice
    try? process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// A file in the machine's folder for temporary ones.
  private static let temporary = "/tmp/vvsi-sandbox-\(getpid())"

  private func run(_ fixture: String, _ action: String, path: String? = nil) throws -> Vvsi.Outcome
  {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Not below /tmp, which is another one in the sandbox, where anything may be written.
    let elsewhere = "/var/tmp"
    let source = try Fixture.library(
      fixture, "FIXTURE_ELSEWHERE=\"\(elsewhere)\"", "FIXTURE_TEMPORARY=\"\(Self.temporary)\"")
    try Data().write(to: URL(filePath: Self.temporary))
    defer { unlink(Self.temporary) }
    let library = folder.appending(path: "libLooks.so")
    try? FileManager.default.removeItem(at: library)
    try FileManager.default.copyItem(atPath: source, toPath: library.path)
    let config = folder.appending(path: "vvsi.json")
    try Data(#"{"isolation":"process","workers":{"sandbox":true}}"#.utf8).write(to: config)
    var vvsi = Vvsi()
    if let path { vvsi.environment["PATH"] = path }
    return try vvsi.run(
      "--isolation", "process", "--config", config.path, "--json", library.path,
      "-c", #"{"feature":"fixture","action":{"\#(action)":{}}}"#)
  }

  @Test(.enabled(if: isPossible, "bubblewrap is not installed, or may do nothing here"))
  func aPluginReachesItsOwnFolderAndATemporaryOneOnly() throws {
    let outcome = try run("looks_around", "look")
    let state = try outcome.events("state").last?["state"]
    #expect(state == 9, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test(.enabled(if: isPossible, "bubblewrap is not installed, or may do nothing here"))
  func itsCrashesAreToldAsWithoutASandbox() throws {
    let outcome = try run("faults", "segfault")
    #expect(outcome.output.contains("crashed (signal 11, SIGSEGV)"), "\(outcome.output)")
  }

  @Test func withoutBubblewrapAPluginIsNotLoaded() throws {
    let outcome = try run("looks_around", "look", path: "/nowhere")
    #expect(outcome.output.contains(#""code":"no_sandbox""#), "\(outcome.output)")
    #expect(outcome.status == 3)
  }
}
