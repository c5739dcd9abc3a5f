import FixtureSupport
import Foundation
import Testing
import VVSIHost

@testable import VVSIDevelop

@Suite(.timeLimit(.minutes(20))) struct ForeignBuildTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [
    #"{"build": "cp LIBRARY out.so", "product": "out.so"}"#,
    #"{"build": ["sh", "-c", "mkdir -p deep && cp LIBRARY deep/out.so"], "product": "deep/out.so"}"#,
  ])
  func keepsTheProductOfABuildCommand(manifest: String) async throws {
    let library = try Fixture.library("counting", "FIXTURE_ID=\"product\"")
    let manifest = manifest.replacing("LIBRARY", with: library)
    let path = try folder.write(["plugin.json": manifest], to: "Sample")
    let driver = BuildDriver(cache: folder["cache"])
    let first = try await driver.build(path)
    #expect(first.plugin == "Sample")
    #expect(!first.wasCached)
    #expect(FileManager.default.contentsEqual(atPath: first.library, andPath: library))
    let second = try await driver.build(path)
    #expect(second.wasCached)
    #expect(second.library == first.library)
  }

  @Test func showsTheMessagesOfABuildCommand() async throws {
    try folder.write("int", to: "Sample/a.c")
    let command = #"echo 'a.c:1:2: error: wrong'; echo '    1 | int'; exit 2"#
    #expect(
      await failure(command)
        == .buildFailed(
          plugin: "Sample",
          diagnostics: [
            Diagnostic(
              severity: .error, file: folder["Sample/a.c"], line: 1, column: 2, message: "wrong",
              source: "int")
          ]))
  }

  @Test func showsTheLastWordsOfABuildCommandThatNamesNoErrors() async throws {
    let error = await failure("for n in 1 2 3 4 5 6 7; do echo line $n; done; exit 1")
    guard case .buildFailed("Sample", let diagnostics) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(diagnostics.map(\.message) == (3...7).map { "line \($0)" })
    #expect(diagnostics.allSatisfy { $0.severity == .error })
  }

  @Test(arguments: [
    (
      #""true""#, "its build command made no out.so: No such file or directory",
      "correct build or product in plugin.json"
    ),
    (
      #"["no-such-program"]"#, "no-such-program cannot be started: No such file or directory",
      "install it, or put its folder into PATH"
    ),
  ])
  func saysWhyThereIsNoProduct(command: String, reason: String, remedy: String) async throws {
    let path = try folder.write(
      ["plugin.json": #"{"build": \#(command), "product": "out.so"}"#], to: "Sample")
    #expect(
      await failure(at: path)
        == .buildImpossible(plugin: "Sample", reason: reason, remedy: remedy))
  }

  @Test func stopsACommandThatNeverEndsWithAllThatItStarted() async throws {
    let error = await failure("sleep 1000 & echo $! > child; wait", timeout: 10)
    #expect(
      error
        == .buildImpossible(
          plugin: "Sample", reason: "it did not end within 10 s and was stopped",
          remedy: "look for what takes so long, or raise timeout in plugin.json"))
    try await waitUntilGone(folder["Sample/child"])
  }

  @Test func stopsWhatRunsWhenItsTaskIsCancelled() async throws {
    let path = try write("sleep 1000 & echo $! > child.new; mv child.new child; wait", timeout: 600)
    let watcher = try Watcher()
    watcher.add(path + "/child", as: .plugin)
    let building = Task { await failure(at: path) }
    for await _ in watcher.changes { break }
    building.cancel()
    #expect(
      await building.value
        == .buildImpossible(
          plugin: "Sample", reason: "it was cancelled", remedy: "build again"))
    try await waitUntilGone(path + "/child")
  }

  private func write(_ command: String, timeout: Double) throws -> String {
    let manifest = """
      {"build": ["sh", "-c", "\(command)"], "product": "out.so", "timeout": \(timeout)}
      """
    return try folder.write(["plugin.json": manifest], to: "Sample")
  }

  private func failure(_ command: String, timeout: Double = 60) async -> PluginError? {
    guard let path = try? write(command, timeout: timeout) else { return nil }
    return await failure(at: path)
  }

  private func failure(at path: String) async -> PluginError? {
    do {
      _ = try await BuildDriver(cache: folder["cache"]).build(path)
      return nil
    } catch {
      return error
    }
  }

  /// Waits until the process whose number a file holds has ended; one that nobody has reaped has ended too.
  private func waitUntilGone(_ file: String) async throws {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let process = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    while let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      !status.contains(") Z ")
    {
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
