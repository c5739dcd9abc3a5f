import Foundation
import Testing
import VVSIHost

@testable import VVSIDevelop

/// A build is found again without reading a source for as long as nothing was written, and never after that.
@Suite struct LastBuildTests {
  private let folder: TemporaryFolder
  private let plugin: String
  private let driver: BuildDriver

  init() throws {
    folder = try TemporaryFolder()
    let files = ["main.c": Sample.c, "more.h": "#define MORE 1\n", "data.txt": "1"]
    plugin = try folder.write(files, to: "Sample")
    driver = BuildDriver(sdk: Sample.sources, cache: folder["cache"])
  }

  /// What is known of the folder, to one who looks long after the last change.
  private func known(_ options: BuildOptions = BuildOptions()) throws -> LastBuild {
    try #require(
      LastBuild(
        of: try PluginFolder(plugin), driver.setting, options, at: time(nil) + 1_000))
  }

  /// Builds and remembers that.
  private func build() async throws -> Build {
    let known = try known()
    var build = try await driver.build(plugin)
    known.keep(&build)
    return build
  }

  @Test func findsABuildAgain() async throws {
    let build = try await build()
    let found = try #require(try known().find())
    #expect(found.library == build.library)
    #expect(found.contentHash == build.contentHash)
    #expect(found.content == build.content)
    #expect(found.wasCached)
    #expect(driver.recall(plugin, BuildOptions()) == found)
  }

  @Test func doesNotRememberWhatMayChangeUnseen() async throws {
    // The sources were written a moment ago: another change might have the same time.
    let known = try #require(
      LastBuild(of: try PluginFolder(plugin), driver.setting, BuildOptions(), at: 0))
    var build = try await driver.build(plugin)
    known.keep(&build)
    #expect(build.content != nil)
    #expect(known.find() == nil)
  }

  /// Something that was done to a folder, or to what is kept of it.
  enum Change: CaseIterable {
    case edit, editOfEqualSizeAndTime, newFile, removedFile, renamedFile, manifest

    func make(in plugin: String) throws {
      let source = URL(fileURLWithPath: plugin + "/main.c")
      switch self {
      case .edit: try Data((Sample.c + "\n").utf8).write(to: source)
      case .editOfEqualSizeAndTime:
        let times = try FileManager.default.attributesOfItem(atPath: source.path)
        let file = try FileHandle(forWritingTo: source)
        try file.write(contentsOf: Data(Sample.c.replacing("return 1", with: "return 2").utf8))
        try file.close()
        try FileManager.default.setAttributes(
          [.modificationDate: try #require(times[.modificationDate])], ofItemAtPath: source.path)
      case .newFile: try Data("int more;".utf8).write(to: URL(fileURLWithPath: plugin + "/b.c"))
      case .removedFile: try FileManager.default.removeItem(atPath: plugin + "/more.h")
      case .renamedFile:
        try FileManager.default.moveItem(atPath: plugin + "/more.h", toPath: plugin + "/most.h")
      case .manifest:
        try Data(#"{"name":"Other"}"#.utf8).write(
          to: URL(fileURLWithPath: plugin + "/plugin.json"))
      }
    }
  }

  @Test(arguments: Change.allCases) func noticesChanges(_ change: Change) async throws {
    let first = try await build()
    try change.make(in: plugin)
    #expect(try known().find() == nil)
    let second = try await build()
    #expect(second.contentHash != first.contentHash)
    #expect(try known().find()?.library == second.library)
  }

  @Test func noticesOtherOptions() async throws {
    _ = try await build()
    #expect(try known(BuildOptions(optimise: true)).find() == nil)
  }

  @Test(arguments: ["", "\u{7f}ELF", "x"])
  func noticesThatTheLibraryIsNotWhatItWas(_ content: String) async throws {
    let build = try await build()
    try Data(content.utf8).write(to: URL(fileURLWithPath: build.library))
    #expect(try known().find() == nil)
    let again = try await self.build()
    #expect(again.library == build.library)
    #expect(again.content == build.content)
  }

  @Test(arguments: ["", "x", "\n\n\n\n", "a\nb\nc\nd", "a\n../../x\nc\n1-1"])
  func takesWhatItCannotReadForForgotten(_ text: String) async throws {
    let build = try await build()
    let known = folder["cache"] + "/known"
    let names = try FileManager.default.contentsOfDirectory(atPath: known)
    #expect(names.count == 1)
    for name in names {
      let file = URL(fileURLWithPath: "\(known)/\(name)")
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      // Only the key is right.
      let damaged = text.replacing("a\n", with: "\(lines[0])\n")
      try Data(damaged.utf8).write(to: file)
    }
    #expect(try self.known().find() == nil)
    #expect(try await self.build().library == build.library)
  }

  @Test func isNothingWithoutTheLibrary() async throws {
    let build = try await build()
    try FileManager.default.removeItem(atPath: build.library)
    #expect(try known().find() == nil)
    #expect(try await self.build().contentHash == build.contentHash)
  }
}
