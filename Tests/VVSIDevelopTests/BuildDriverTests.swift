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
    ["Main.swift": Sample.swift(), "other.c": "int other(void) { return 1; }"],
  ])
  func exportsOnlyTheEntryPoint(of files: [String: String]) async throws {
    let build = try await Sample.driver.build(try folder.write(files, to: "Sample"))
    #expect(build.plugin == "Sample")
    #expect(try exports(of: build.library) == ["vvsi_main"])
  }

  private func exports(of library: String) throws -> [String] {
    let outcome = try #require(
      try ChildProcess.run(
        [.init(arguments: ["nm", "-D", "--defined-only", "--format=posix", library])],
        seconds: 10, cancellation: Cancellation()
      ).first)
    try #require(outcome.succeeded)
    return outcome.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
      .map(String.init)
  }
}
