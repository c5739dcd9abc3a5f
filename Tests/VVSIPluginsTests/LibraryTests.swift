import FixtureSupport
import Foundation
import Testing
import VVSIHost

@testable import VVSIPlugins

@Suite struct LibraryTests {
  private let folder: PrivateFolder

  init() throws {
    folder = try PrivateFolder(in: Fixture.folder.appending(path: "private").path)
  }

  private func load(_ path: String) throws(PluginError) -> Library {
    try Library(path, plugin: "Fixture", generation: 1, folder: folder) { _, _ in }
  }

  private func error(_ fixture: String) throws -> PluginError? {
    let path = try Fixture.library(fixture)
    return #expect(throws: PluginError.self) { try load(path) }
  }

  /// Writes a file of this content and returns its path.
  private func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let path = Fixture.folder.appending(path: name)
    try Data(bytes).write(to: path)
    return path.path
  }

  @Test func registersTheFeaturesOfALibrary() throws {
    let library = try load(Fixture.library("counting"))
    #expect(library.features.map(\.description.id) == ["fixture"])
    #expect(library.features.first?.description.style == "c")
  }

  @Test func loadsACopyAndNeverTheFileItself() throws {
    let library = try Fixture.library("counting")
    let copy = Fixture.folder.appending(path: "overwritten.so")
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(atPath: library, toPath: copy.path)
    let loaded = try load(copy.path)
    try Data([1, 2, 3]).write(to: copy)
    let endpoint = try #require(loaded.features.first).create(state: nil) { _ in }
    #expect(try endpoint.snapshot() == Array("0".utf8))
    endpoint.destroy()
  }

  @Test func namesWhatIsMissingAndWhatLooksLikeIt() throws {
    let library = try Fixture.library("counting")
    let wrong = library.replacingOccurrences(of: "counting", with: "count")
    guard
      case .missing(let path, let near)? = #expect(
        throws: PluginError.self, performing: { try load(wrong) })
    else { return }
    #expect(path == wrong)
    #expect(near.contains("counting.so"))
  }

  @Test func refusesWhatIsNoLibrary() throws {
    let empty = try file("empty.so", [])
    #expect(throws: PluginError.notALibrary(path: empty, found: "an empty file")) {
      try load(empty)
    }
    let text = try file("text.so", Array("hello\n".utf8))
    #expect(throws: PluginError.notALibrary(path: text, found: "a text file")) { try load(text) }
    let script = try file("script.so", Array("#!/bin/sh\n".utf8))
    #expect(throws: PluginError.notALibrary(path: script, found: "a script")) { try load(script) }
    let folder = Fixture.folder.path
    #expect(throws: PluginError.notALibrary(path: folder, found: "a folder")) { try load(folder) }
    let device = "/dev/null"
    #expect(throws: PluginError.notALibrary(path: device, found: "a special file")) {
      try load(device)
    }
  }

  #if os(Linux)
    @Test func refusesAProgram() {
      guard
        case .notALibrary(_, let found)? = #expect(
          throws: PluginError.self, performing: { try load("/bin/sh") })
      else { return }
      #expect(found == "a program" || found.hasPrefix("an ELF"))
    }

    @Test func refusesALibraryForAnotherMachine() throws {
      var bytes = try [UInt8](Data(contentsOf: URL(filePath: Fixture.library("counting"))))
      bytes[18] = bytes[18] == 183 ? 62 : 183
      let path = try file("other-machine.so", bytes)
      guard
        case .wrongMachine(path, let expected, let found)? = #expect(
          throws: PluginError.self, performing: { try load(path) })
      else { return }
      #expect(expected != found)
      #expect([expected, found].contains("arm64"))
    }

    @Test func refusesALibraryThatIsCutOffAnywhere() throws {
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: Fixture.library("counting"))))
      for length in [5, 63, 64, 200, 512, 4_096, bytes.count / 2] {
        let path = try file("cut.so", bytes.prefix(length))
        guard
          case .cutOff(path, _, let found)? = #expect(
            throws: PluginError.self, "\(length) bytes", performing: { try load(path) })
        else { continue }
        #expect(found == length)
      }
    }
  #endif

  @Test func refusesALibraryWithoutTheEntryPoint() throws {
    guard case .noEntryPoint(_, "vvsi_main")? = try error("no_entry") else {
      Issue.record("another error")
      return
    }
  }

  @Test func namesTheUndefinedSymbol() throws {
    guard case .undefinedSymbol(_, "nobody_has_this")? = try error("undefined_symbol") else {
      Issue.record("another error")
      return
    }
  }

  @Test(arguments: [
    ("other_major", "version of vvsi.h", "1.0 to 1.0", "9.0"),
    ("newer_minor", "version of vvsi.h", "1.0 to 1.0", "1.9"),
    ("wrong_size", "size of the plugin's table", "at least 56 bytes", "4"),
    ("needs_extension", "extension", "one of this host's (none yet)", "vvsi.teleport"),
  ])
  func refusesAnotherBoundary(
    _ fixture: String, subject: String, expected: String, found: String
  ) throws {
    let path = try Fixture.library(fixture)
    #expect(
      throws: PluginError.abiMismatch(
        path: path, subject: subject, expected: expected, found: found)
    ) { try load(path) }
  }

  @Test func refusesAnotherSwiftRuntime() throws {
    guard case .abiMismatch(_, "Swift compiler", _, let found)? = try error("other_compiler")
    else {
      Issue.record("another error")
      return
    }
    #expect(found == "Clang 1.0 (another one)")
  }

  @Test(arguments: [
    ("small_feature", "", "its table has 16 bytes, too few for version 1.0"),
    ("null_functions", "fixture", "it lacks trigger, destroy"),
    ("no_feature", "", "it registered no feature"),
  ])
  func refusesAFeatureAgainstTheRules(
    _ fixture: String, feature: String, reason: String
  ) throws {
    guard case .invalidFeature(_, _, let found)? = try error(fixture) else {
      Issue.record("another error")
      return
    }
    #expect(found == reason)
  }

  @Test func namesTheFaultInAnIdOrASchema() throws {
    guard case .invalidFeature(_, "Not An Id", _)? = try error("bad_id"),
      case .invalidFeature(_, "fixture", let reason)? = try error("bad_schema")
    else {
      Issue.record("another error")
      return
    }
    #expect(reason.hasPrefix("its action schema is no JSON: line 1, column 10"))
  }

  @Test func refusesAPluginThatRefuses() throws {
    guard case .refusedToStart? = try error("returns_null") else {
      Issue.record("another error")
      return
    }
  }

  @Test func removesThePrivateFoldersOfDeadProcesses() throws {
    let parent = Fixture.folder.appending(path: "parents")
    let dead = parent.appending(path: "99999999")
    try FileManager.default.createDirectory(at: dead, withIntermediateDirectories: true)
    try Data([1]).write(to: dead.appending(path: "left.so"))
    let folder = try PrivateFolder(in: parent.path)
    #expect(!FileManager.default.fileExists(atPath: dead.path))
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions]
    #expect(mode as? Int == 0o700)
  }
}
