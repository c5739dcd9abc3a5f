import Foundation
import Testing
import VVSIHost

@testable import VVSIDevelop

/// What bad input gets from the driver.
@Suite(.timeLimit(.minutes(20))) struct BuildFailureTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func showsErrorsWithTheirPlaceFirst() async throws {
    let source = """
      import CVVSI
      func unused() { var x = 3 }
      let number: Int = "text"
      func twice() {}
      func twice() {}
      """
    let path = try folder.write(["Main.swift": source], to: "Sample")
    let diagnostics = await diagnostics(path)
    #expect(
      diagnostics.map(\.severity) == [.error, .error, .note, .warning])
    let typed = try #require(diagnostics.first { $0.line == 3 })
    #expect(
      typed
        == Diagnostic(
          severity: .error, file: path + "/Main.swift", line: 3, column: 19,
          message: "cannot convert value of type 'String' to specified type 'Int'",
          source: #"let number: Int = "text""#))
  }

  @Test(arguments: [
    (
      ["Main.swift": Sample.swift(), "Sub/a.c": "int f(void) { return x; }"], "Sub/a.c", 1,
      "use of undeclared identifier 'x'", "int f(void) { return x; }"
    ),
    (
      ["a.c": "#include \"absent.h\"\n"], "a.c", 1, "'absent.h' file not found",
      "#include \"absent.h\""
    ),
    (
      ["Sub/a.c": "int absent(void);\nint vvsi_main(void) { return absent(); }"], "Sub/a.c", 0,
      "undefined symbol: absent", ""
    ),
    (
      [
        "One.swift": Sample.feature,
        "plugin.json": "{\n  \"features\": {\n    \"one\": \"Two()\"}}",
      ],
      "plugin.json", 3, "cannot find 'Two' in scope",
      "  features.append(Feature(\"one\") { Two() })"
    ),
  ])
  func showsTheErrors(
    of files: [String: String], file: String, line: Int, message: String, source: String
  ) async throws {
    let path = try folder.write(files, to: "Sample")
    let first = try #require(await diagnostics(path).first)
    #expect(first.severity == .error)
    #expect(first.file == path + "/" + file)
    #expect(first.line == line)
    #expect(first.message == message)
    #expect(first.source == source)
  }

  @Test func showsTheDriversRefusalOfAFlag() async throws {
    let path = try folder.write(
      ["Main.swift": Sample.swift(), "plugin.json": #"{"flags": ["-no-such-flag"]}"#], to: "Sample")
    #expect(await diagnostics(path).first?.message == "unknown argument: '-no-such-flag'")
  }

  @Test func keepsTheWarningsOfABuildInTheCache() async throws {
    let source = Sample.swift("// \(UUID())\nfunc unused() { var x = 3 }")
    let path = try folder.write(["Main.swift": source], to: "Sample")
    let first = try await Sample.driver.build(path)
    let second = try await Sample.driver.build(path)
    #expect(second.wasCached)
    #expect(first.diagnostics.map(\.severity) == [.warning])
    #expect(second.diagnostics == first.diagnostics)
  }

  @Test func refusesSourcesWithoutTheEntryPoint() async throws {
    let path = try folder.write(["Main.swift": "let a = 1"], to: "Sample")
    #expect(await failure(path) == .noEntryPoint(path: path, symbol: "vvsi_main"))
  }

  @Test func refusesPathsThatHoldNoSources() async throws {
    let empty = try folder.write(["README.md": ""], to: "Empty")
    #expect(await failure(empty) == .nothingToBuild(path: empty))
    let absent = folder["Empt"]
    #expect(await failure(absent) == .missing(path: absent, near: ["Empty"]))
    let file = folder["Empty/README.md"]
    #expect(await failure(file) == .unreadable(path: file, reason: "Not a directory"))
    let link = folder["Link"]
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder["Nowhere"])
    #expect(
      await failure(link)
        == .unreadable(path: link, reason: "it is a link that leads nowhere"))
  }

  @Test func refusesASourceThatCannotBeRead() async throws {
    let path = try folder.write(["Main.swift": Sample.swift()], to: "Sample")
    try FileManager.default.createSymbolicLink(
      atPath: path + "/Other.swift", withDestinationPath: folder["Nowhere"])
    #expect(
      await failure(path)
        == .unreadable(path: path + "/Other.swift", reason: "No such file or directory"))
  }

  @Test func followsLinksThatLeadInACircleOnce() async throws {
    let path = try folder.write(["Main.swift": Sample.swift()], to: "Sample")
    try FileManager.default.createSymbolicLink(
      atPath: path + "/Circle", withDestinationPath: path)
    #expect(try await Sample.driver.build(path).plugin == "Sample")
  }

  @Test func saysThatThereIsNoCompiler() async throws {
    let path = try folder.write(["Main.swift": Sample.swift()], to: "Sample")
    let driver = BuildDriver(
      compiler: folder["no/swiftc"], sdk: Sample.sources, cache: folder["cache"])
    #expect(
      await failure(path, driver)
        == .buildImpossible(
          plugin: "Sample", reason: "there is no Swift compiler at \(folder["no/swiftc"])",
          remedy: "install Swift (https://swift.org/install), or name its swiftc in VVSI_SWIFTC"))
  }

  @Test func saysThatThereIsNoSDK() async throws {
    let path = try folder.write(["Main.swift": Sample.swift()], to: "Sample")
    let driver = BuildDriver(sdk: folder["none"], cache: Sample.cache)
    let error = await failure(path, driver)
    guard case .buildImpossible("Sample", let reason, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains(folder["none"]))
  }

  @Test func saysThatTheCacheCannotBeUsed() async throws {
    let path = try folder.write(["Main.swift": Sample.swift(), "file": ""], to: "Sample")
    let driver = BuildDriver(sdk: Sample.sources, cache: path + "/file")
    #expect(
      await failure(path, driver)
        == .buildImpossible(
          plugin: "Sample",
          reason: "the build cache \(path)/file cannot be used: Not a directory",
          remedy: "make it writable, or set XDG_CACHE_HOME"))
  }

  // MARK: Compilers that misbehave

  @Test(arguments: [
    (
      "kill -SEGV $$", "the compiler crashed (signal 11)",
      "undo the last edit, or write it differently"
    ),
    (
      "echo 'Please submit a bug report'; echo '1. While'; exit 254",
      "the compiler crashed (status 254): 1. While",
      "undo the last edit, or write it differently"
    ),
    (
      "echo 'error: No space left on device'; exit 1", "the disk is full",
      "free some space, then build again"
    ),
    (
      "sleep 1000", "it did not end within 1 s and was stopped",
      "look for what takes so long, or raise timeout in plugin.json"
    ),
  ])
  func tellsHowACompilerFailed(script: String, reason: String, remedy: String) async throws {
    let compiler = try FakeCompiler(folder, frontend: script)
    let path = try folder.write(["Main.swift": Sample.swift()], to: "Sample")
    let options = BuildOptions(secondsLimit: script == "sleep 1000" ? 1 : 600)
    let error = await failure(path, compiler.driver, options)
    #expect(error == .buildImpossible(plugin: "Sample", reason: reason, remedy: remedy))
    let kept = try? FileManager.default.contentsOfDirectory(atPath: folder["cache/plugins/Sample"])
    #expect(kept == [])
  }

  @Test func compilesTheSDKOnceForAllHosts() async throws {
    let compiler = try FakeCompiler(
      folder, frontend: "exit 1", sdk: "echo \"$*\" >> \(folder["calls"]); sleep 0.1")
    let path = try folder.write(["Main.swift": Sample.swift()], to: "Sample")
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { #expect(await failure(path, compiler.driver)?.code == "build_failed") }
      }
    }
    let calls = try String(contentsOfFile: folder["calls"], encoding: .utf8).split(separator: "\n")
    #expect(calls.count == 2)
  }

  @Test func compilesTheSDKAgainAfterAFailure() async throws {
    let compiler = try FakeCompiler(
      folder, frontend: "exit 1",
      sdk: "test -e \(folder["tried"]) || { touch \(folder["tried"]); kill -KILL $$; }")
    let path = try folder.write(["Main.swift": Sample.swift()], to: "Sample")
    #expect(await failure(path, compiler.driver)?.code == "build_impossible")
    #expect(await failure(path, compiler.driver)?.code == "build_failed")
  }

  @Test func buildsAgainWhatChangedDuringABuild() async throws {
    let path = try folder.write(["Main.swift": Sample.swift()], to: "Sample")
    let compiler = try FakeCompiler(
      folder, frontend: "echo '// changed' >> \(path)/Main.swift; exit 1")
    let error = await failure(path, compiler.driver)
    guard case .buildImpossible("Sample", let reason, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason == "its sources changed during each of 5 builds")
    let text = try String(contentsOfFile: path + "/Main.swift", encoding: .utf8)
    #expect(text.components(separatedBy: "// changed").count == 6)
  }

  @Test func saysThatTheSourcesWentAwayDuringABuild() async throws {
    let path = try folder.write(["Main.swift": Sample.swift()], to: "Sample")
    let compiler = try FakeCompiler(folder, frontend: "rm \(path)/Main.swift; exit 1")
    #expect(await failure(path, compiler.driver) == .nothingToBuild(path: path))
  }

  // MARK: Helpers

  private func failure(
    _ path: String, _ driver: BuildDriver = Sample.driver, _ options: BuildOptions = BuildOptions()
  ) async -> PluginError? {
    do {
      _ = try await driver.build(path, options)
      return nil
    } catch {
      return error
    }
  }

  private func diagnostics(_ path: String) async -> [Diagnostic] {
    guard case .buildFailed("Sample", let diagnostics) = await failure(path) else { return [] }
    return diagnostics
  }
}
