import Foundation
import Testing
import VVSIHost

@testable import VVSIDevelop

@Suite struct BuildDriverTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [
    ["Main.swift": Sample.swift()],
    [
      "Main.swift": Sample.swift("let more = other()"),
      "Sub/Other.swift": "func other() -> Int { 3 }",
    ],
    ["main.c": Sample.c],
    ["main.c": Sample.c, "other.c": "int other(void) { return 1; }"],
    ["Main.swift": Sample.swift(), "other.c": "int other(void) { return 1; }"],
    [
      "Main.swift": Sample.swift("let more = other()"), "other.c": "int other(void) { return 1; }",
      "bridging.h": "int other(void);", "plugin.json": #"{"bridgingHeader": "bridging.h"}"#,
    ],
    ["plugin.json": #"{"features": {"one": "One()"}}"#, "One.swift": Sample.feature],
    ["plugin.json": #"{"languageMode": 5, "flags": ["-D", "X"]}"#, "Main.swift": Sample.swift()],
    [
      "plugin.json": #"{"sources": ["Sub"]}"#, "Sub/A.swift": Sample.swift(), "B.swift": "no Swift",
    ],
    ["Main.swift": Sample.swift(), "Package.swift": "no Swift", "Tests/T.swift": "no Swift"],
    ["Main.swift": Sample.swift(), "build/A.swift": "no Swift", ".git/A.swift": "no Swift"],
  ])
  func exportsOnlyTheEntryPoint(of files: [String: String]) async throws {
    let build = try await Sample.driver.build(try folder.write(files, to: "Sample"))
    #expect(build.plugin == "Sample")
    #expect(try exports(of: build.library) == ["vvsi_main"])
  }

  @Test(arguments: [false, true])
  func optimisesWhenAsked(_ optimise: Bool) async throws {
    let path = try folder.write(["A.swift": Sample.swift(), "B.swift": "let b = 1"], to: "Sample")
    let build = try await Sample.driver.build(path, BuildOptions(optimise: optimise))
    let other = try await Sample.driver.build(path, BuildOptions(optimise: !optimise))
    #expect(build.library != other.library)
    #expect(try exports(of: build.library) == ["vvsi_main"])
  }

  @Test func buildsNothingAgainWhenOnlyTimeStampsChanged() async throws {
    let unique = "// \(UUID())\n"
    let path = try folder.write(["Main.swift": Sample.swift(unique)], to: "Sample")
    let first = try await Sample.driver.build(path)
    #expect(!first.wasCached)
    #expect(first.stages.map(\.name) == ["compile", "link"])
    try FileManager.default.setAttributes(
      [.modificationDate: Date.distantFuture], ofItemAtPath: path + "/Main.swift")
    let second = try await Sample.driver.build(path)
    #expect(second.wasCached)
    #expect(second.stages.isEmpty)
    #expect(second.library == first.library)
    #expect(second.contentHash == first.contentHash)
  }

  @Test(arguments: [
    ["Main.swift": Sample.swift("// more")], ["plugin.json": "{}"], ["header.h": "int x;"],
    ["plugin.json": #"{"flags": ["-D", "X"]}"#], ["Other.swift": ""],
  ])
  func buildsAgainWhenContentChanged(_ change: [String: String]) async throws {
    let path = try folder.write(["Main.swift": Sample.swift()], to: "Sample")
    let first = try await Sample.driver.build(path)
    _ = try folder.write(change, to: "Sample")
    let second = try await Sample.driver.build(path)
    #expect(second.contentHash != first.contentHash)
    #expect(second.library != first.library)
  }

  @Test func givesTheModuleANameOfItsOwn() throws {
    let path = try folder.write(["Main.swift": Sample.swift()], to: "1 my-plugin")
    let recipe = try Recipe(try PluginFolder(path))
    #expect(recipe.moduleName("0123456789abcdef0123") == "_1_my_plugin_0123456789abcdef")
  }

  @Test func sharesABuildBetweenFoldersOfEqualContent() async throws {
    let files = ["Main.swift": Sample.swift("// \(UUID())")]
    let first = try await Sample.driver.build(try folder.write(files, to: "One/Sample"))
    let second = try await Sample.driver.build(try folder.write(files, to: "Two/Sample"))
    #expect(second.wasCached)
    #expect(second.library == first.library)
  }

  @Test func letsSeveralHostsBuildOneFolderAtTheSameTime() async throws {
    let path = try folder.write(["Main.swift": Sample.swift("// \(UUID())")], to: "Sample")
    let libraries = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await BuildDriver(sdk: Sample.sources, cache: Sample.cache).build(path).library
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    let library = try #require(libraries.first)
    #expect(libraries.count == 1)
    #expect(try exports(of: library) == ["vvsi_main"])
    let beside = try FileManager.default.contentsOfDirectory(
      atPath: Path.parent(library) ?? "")
    #expect(Set(beside) == ["libSample.so", KeptBuild.output])
  }

  @Test func namesThePluginAfterItsFolderOrItsManifest() async throws {
    let files = ["Main.swift": Sample.swift()]
    let named = try folder.write(
      files.merging(["plugin.json": #"{"name": "other"}"#]) { $1 }, to: "Sample")
    #expect(try await Sample.driver.build(named).plugin == "other")
    let path = try folder.write(files, to: "Folder")
    #expect(try await Sample.driver.build(path + "/").plugin == "Folder")
    #expect(try await Sample.driver.build(path + "/../Folder/.").plugin == "Folder")
  }

  @Test func blocksTheCallersThreadWhenAsked() throws {
    let path = try folder.write(["main.c": Sample.c], to: "Sample")
    #expect(try exports(of: Sample.driver.buildAndWait(path).library) == ["vvsi_main"])
  }

  private func exports(of library: String) throws -> [String] {
    let toolchain = try Toolchain.find(nil, for: "", cache: BuildCache(path: Sample.cache))
    let command = ChildProcess.Command(
      arguments: [
        toolchain.tool("llvm-nm"), "-D", "--defined-only", "--format=posix", library,
      ])
    let outcome = try #require(
      try ChildProcess.run([command], seconds: 600, cancellation: Cancellation()).first)
    try #require(outcome.succeeded)
    return outcome.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
      .map(String.init)
  }
}
