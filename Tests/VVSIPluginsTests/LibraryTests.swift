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

  private func load(_ path: String) async throws(PluginError) -> Library {
    try await Library(LibraryContent(path), loading)
  }

  private var loading: Loading {
    Loading(plugin: "Fixture", generation: 1, place: "/", folder: folder) { _, _ in }
  }

  private func error(_ fixture: String) async throws -> PluginError? {
    let path = try Fixture.library(fixture)
    return await #expect(throws: PluginError.self) { try await load(path) }
  }

  /// Writes a file of this content and returns its path.
  private func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let path = Fixture.folder.appending(path: name)
    try Data(bytes).write(to: path)
    return path.path
  }

  @Test func registersTheFeaturesOfALibrary() async throws {
    let library = try await load(Fixture.library("counting"))
    #expect(library.features.map(\.description.id) == ["fixture"])
    #expect(library.features.first?.description.style == "c")
  }

  @Test func loadsACopyAndNeverTheFileItself() async throws {
    let library = try Fixture.library("counting")
    let copy = Fixture.folder.appending(path: "overwritten.so")
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(atPath: library, toPath: copy.path)
    let loaded = try await load(copy.path)
    try Data([1, 2, 3]).write(to: copy)
    let endpoint = try #require(loaded.features.first).create(state: nil) { _ in }
    #expect(try endpoint.snapshot() == Array("0".utf8))
    endpoint.destroy()
  }

  @Test func loadsWhatIsKeptFromACopyIfItIsWhatItWas() async throws {
    let library = try Fixture.library("counting")
    let name = PrivateCopy.content(of: Array(try Data(contentsOf: URL(fileURLWithPath: library))))
    let (copy, _) = try #require(try loading.copyKnown(LibraryContent(library, keptAs: name)))
    #expect(copy.content == name)
    #expect(copy.path.hasPrefix(folder.path + "/"))
    let other = PrivateCopy.content(of: [1])
    #expect(try loading.copyKnown(LibraryContent(library, keptAs: other)) == nil)
  }

  @Test func isNotSureOfWhatIsKeptWhereContentIsPinned() async throws {
    let library = try Fixture.library("counting")
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: library)))
    var pins = Pins(path: "/plugins.lock")
    pins.pin("Fixture", to: [bytes])
    let loading = Loading(
      plugin: "Fixture", generation: 1, place: "/", folder: folder,
      admission: Admission(trust: Trust(exceptions: ["/"]), pins: pins)
    ) { _, _ in }
    let content = LibraryContent(library, keptAs: PrivateCopy.content(of: bytes))
    #expect(try loading.copyKnown(content) == nil)
    #expect(try await loading.copy(content).0.path.hasPrefix(folder.path + "/"))
  }

  @Test func namesWhatIsMissingAndWhatLooksLikeIt() async throws {
    let library = try Fixture.library("counting")
    let wrong = library.replacingOccurrences(of: "counting", with: "count")
    guard
      case .missing(let path, let near)? = await #expect(
        throws: PluginError.self, performing: { try await load(wrong) })
    else { return }
    #expect(path == wrong)
    #expect(near.contains("counting.so"))
  }

  @Test func refusesWhatIsNoLibrary() async throws {
    let empty = try file("empty.so", [])
    await #expect(throws: PluginError.notALibrary(path: empty, found: "an empty file")) {
      try await load(empty)
    }
    let text = try file("text.so", Array("hello\n".utf8))
    await #expect(throws: PluginError.notALibrary(path: text, found: "a text file")) {
      try await load(text)
    }
    let script = try file("script.so", Array("#!/bin/sh\n".utf8))
    await #expect(throws: PluginError.notALibrary(path: script, found: "a script")) {
      try await load(script)
    }
    let folder = Fixture.folder.path
    await #expect(throws: PluginError.notALibrary(path: folder, found: "a folder")) {
      try await load(folder)
    }
    let device = "/dev/null"
    await #expect(throws: PluginError.notALibrary(path: device, found: "a special file")) {
      try await load(device)
    }
  }

  #if os(Linux)
    @Test func refusesAProgram() async {
      guard
        case .notALibrary(_, let found)? = await #expect(
          throws: PluginError.self, performing: { try await load("/bin/sh") })
      else { return }
      #expect(found == "a program" || found.hasPrefix("an ELF"))
    }

    @Test func refusesALibraryForAnotherMachine() async throws {
      var bytes = try [UInt8](Data(contentsOf: URL(filePath: Fixture.library("counting"))))
      bytes[18] = bytes[18] == 183 ? 62 : 183
      let path = try file("other-machine.so", bytes)
      guard
        case .wrongMachine(path, let expected, let found)? = await #expect(
          throws: PluginError.self, performing: { try await load(path) })
      else { return }
      #expect(expected != found)
      #expect([expected, found].contains("arm64"))
    }

    @Test func refusesALibraryThatIsCutOffAnywhere() async throws {
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: Fixture.library("counting"))))
      for length in [5, 63, 64, 200, 512, 4_096, bytes.count / 2] {
        let path = try file("cut.so", bytes.prefix(length))
        guard
          case .cutOff(path, _, let found)? = await #expect(
            throws: PluginError.self, "\(length) bytes", performing: { try await load(path) })
        else { continue }
        #expect(found == length)
      }
    }
  #endif

  @Test func refusesALibraryWithoutTheEntryPoint() async throws {
    guard case .noEntryPoint(_, "vvsi_main")? = try await error("no_entry") else {
      Issue.record("another error")
      return
    }
  }

  @Test func namesTheUndefinedSymbol() async throws {
    guard case .undefinedSymbol(_, "nobody_has_this")? = try await error("undefined_symbol") else {
      Issue.record("another error")
      return
    }
  }

  @Test(arguments: [
    ("other_major", "version of vvsi.h", "1.0 to 1.0", "9.0"),
    ("newer_minor", "version of vvsi.h", "1.0 to 1.0", "1.9"),
    ("wrong_size", "size of the plugin's table", "at least 56 bytes", "4"),
    (
      "needs_extension", "extension", "one of this host's (vvsi.place, vvsi.notes)", "vvsi.teleport"
    ),
  ])
  func refusesAnotherBoundary(
    _ fixture: String, subject: String, expected: String, found: String
  ) async throws {
    let path = try Fixture.library(fixture)
    await #expect(
      throws: PluginError.abiMismatch(
        path: path, subject: subject, expected: expected, found: found)
    ) { try await load(path) }
  }

  @Test func refusesAnotherSwiftRuntime() async throws {
    guard case .abiMismatch(_, "Swift compiler", _, let found)? = try await error("other_compiler")
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
  ) async throws {
    guard case .invalidFeature(_, _, let found)? = try await error(fixture) else {
      Issue.record("another error")
      return
    }
    #expect(found == reason)
  }

  @Test func namesTheFaultInAnIdOrASchema() async throws {
    guard case .invalidFeature(_, "Not An Id", _)? = try await error("bad_id"),
      case .invalidFeature(_, "fixture", let reason)? = try await error("bad_schema")
    else {
      Issue.record("another error")
      return
    }
    #expect(reason.hasPrefix("its action schema is no JSON: line 1, column 10"))
  }

  @Test func refusesAPluginThatRefuses() async throws {
    guard case .refusedToStart? = try await error("returns_null") else {
      Issue.record("another error")
      return
    }
  }

  @Test func removesThePrivateFoldersOfDeadProcesses() async throws {
    let parent = Fixture.folder.appending(path: "parents")
    // Somebody has the first number for ever, and it tells nothing: in a container it is the host's own.
    for name in ["99999999", "1.1"] {
      let dead = parent.appending(path: name)
      try FileManager.default.createDirectory(at: dead, withIntermediateDirectories: true)
      try Data([1]).write(to: dead.appending(path: "left.so"))
      try Data("end SIGSEGV\nplugin \(name)\n".utf8).write(to: dead.appending(path: "crash"))
    }
    let folder = try PrivateFolder(in: parent.path)
    let left = try FileManager.default.contentsOfDirectory(atPath: parent.path)
    #expect(left.sorted() == [URL(filePath: folder.path).lastPathComponent, "crashes"])
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions]
    #expect(mode as? Int == 0o700)
    #expect(Crashes(in: parent.path).take().map(\.plugin).sorted() == ["1.1", "99999999"])
    folder.remove()
  }

  @Test func leavesThePrivateFoldersOfLivingProcesses() async throws {
    let parent = Fixture.folder.appending(path: "living")
    let mine = try PrivateFolder(in: parent.path)
    // As a host in another container sees it, where nobody has that number.
    let foreign = parent.appending(path: "99999999.1")
    try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: true)
    let descriptor = open(foreign.path, O_RDONLY)
    #expect(flock(descriptor, LOCK_EX) == 0)
    let next = try PrivateFolder(in: parent.path)
    for folder in [mine.path, foreign.path, next.path] {
      #expect(FileManager.default.fileExists(atPath: folder), "\(folder)")
    }
    close(descriptor)
    mine.remove()
    let last = try PrivateFolder(in: parent.path)
    let left = try FileManager.default.contentsOfDirectory(atPath: parent.path)
    #expect(left.count == 2, "\(left)")
    next.remove()
    last.remove()
  }
}
