import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// Each gets one clear line with its code; nothing changes and the host goes on.
@Suite struct BadInputTests {
  private let vvsi = Vvsi()

  struct Line: Sendable, CustomTestStringConvertible {
    var line: String
    var code: String
    var mentions: [String]
    var status: Int32 = 1
    var testDescription: String { line.count > 80 ? "\(line.prefix(80))…" : line }
  }

  static let lines = [
    Line(line: "lsit.add", code: "unknown_feature", mentions: ["lsit", "'list'"]),
    Line(line: "list.ad", code: "unknown_action", mentions: ["'ad'", "'add'"]),
    Line(line: ":stat list", code: "unknown_command", mentions: [":stat", "state"], status: 2),
    Line(
      line: "list.random cuont=1 length=1", code: "unknown_field",
      mentions: ["cuont", "count"]),
    Line(line: "list.random count=1", code: "missing_field", mentions: ["length"]),
    Line(
      line: "list.random count=x length=1", code: "invalid_payload",
      mentions: ["count", "integer"]),
    Line(
      line: #"{"feature":"list","action":{"random":{"_0":{"count":"x","length":1}}}}"#,
      code: "invalid_payload", mentions: ["/random/_0/count", "integer"]),
    Line(
      line: "list.random count=99999999999999999999 length=1", code: "invalid_payload",
      mentions: ["count"]),
    Line(line: #"{"feature":"list","action":{"add":"#, code: "invalid_json", mentions: ["line 1"]),
    Line(
      line: #"{"feature":"list","action":{"nope":{}}}"#, code: "unknown_action",
      mentions: ["nope", "add"]),
    Line(
      line: #"{"feature":"list"}"#, code: "missing_field", mentions: ["/action"]),
    Line(
      line: #"{"feature":"list","action":"# + String(repeating: "[", count: 600)
        + String(repeating: "]", count: 600) + "}", code: "too_deep", mentions: ["512"]),
    Line(line: "list#9.add", code: "unknown_instance", mentions: ["list#9"]),
    Line(line: "list#x.add", code: "unknown_feature", mentions: ["list#x", "'list'"]),
  ]

  @Test(arguments: lines) func isOneClearErrorAndTheHostGoesOn(_ bad: Line) throws {
    let outcome = try vvsi.run("-c", bad.line, "-c", "list.add")
    let errors = outcome.errors.split(separator: "\n")
    #expect(errors.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("error[\(bad.code)]: "), "\(outcome.errors)")
    for word in bad.mentions {
      #expect(outcome.errors.contains(word), "\(outcome.errors) does not mention \(word)")
    }
    #expect(outcome.status == bad.status)
    #expect(outcome.output.contains("items[0]"))
  }

  @Test func invalidUTF8AndHugeLinesAreRefused() throws {
    var input = Data(#"{"feature":"list","action":{"add":{}},"x":""#.utf8)
    input.append(contentsOf: [0xFF, 0xFE])
    input.append(Data("\"}\nlist.add\n".utf8))
    let broken = try vvsi.run([], input: input)
    #expect(broken.errors.hasPrefix("error[invalid_utf8]: "), "\(broken.errors)")
    #expect(broken.output.contains("items[0]"))
    let large = Data(repeating: UInt8(ascii: "x"), count: 17 << 20)
    let huge = try vvsi.run([], input: large + Data("\nlist.add\n".utf8))
    #expect(huge.errors.contains("error[too_large]: "), "\(huge.errors.prefix(300))")
    #expect(huge.output.contains("items[0]"))
  }

  struct Library: Sendable, CustomTestStringConvertible {
    var fixture: String
    var code: String
    var mentions: [String]
    var testDescription: String { fixture }
  }

  static let libraries = [
    Library(fixture: "no_entry", code: "no_entry_point", mentions: ["vvsi_main"]),
    Library(fixture: "other_major", code: "abi_mismatch", mentions: ["1.0", "9.0"]),
    Library(fixture: "undefined_symbol", code: "load_failed", mentions: ["nobody_has_this"]),
    Library(fixture: "other_compiler", code: "abi_mismatch", mentions: ["Clang 1.0"]),
    Library(fixture: "create_fails", code: "load_failed", mentions: ["the database is away"]),
    Library(fixture: "bad_id", code: "invalid_feature", mentions: ["Not An Id"]),
  ]

  @Test(arguments: libraries) func aPluginThatDoesNotFitIsNamed(_ bad: Library) throws {
    let good = try Fixture.library("counting")
    let outcome = try vvsi.run(
      try Fixture.library(bad.fixture), good, "-c", "fixture.up {}", "-c", "fixture")
    #expect(outcome.status == 3)
    #expect(outcome.errors.hasPrefix("error[\(bad.code)]: "), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    for word in bad.mentions { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
    #expect(outcome.output.contains("1"), "\(outcome.output)")
  }

  private func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let path = Fixture.folder.appending(path: name)
    try Data(bytes).write(to: path)
    return path.path
  }

  @Test func aFileThatIsNoLibraryIsNamed() throws {
    let library = try [UInt8](Data(contentsOf: URL(filePath: Fixture.library("counting"))))
    let files = [
      (try file("e2e-empty.so", []), "not_a_library", "empty"),
      (try file("e2e-text.so", Array("hello".utf8)), "not_a_library", "text"),
      (try file("e2e-cut.so", library.prefix(library.count / 2)), "not_a_library", "cut"),
      ("/nowhere/lib.so", "not_found", "/nowhere/lib.so"),
    ]
    for (path, code, word) in files {
      let outcome = try vvsi.run(path, "-c", ":plugins")
      #expect(outcome.status == 3, "\(path)")
      #expect(outcome.errors.hasPrefix("error[\(code)]: "), "\(outcome.errors)")
      #expect(outcome.errors.contains(word), "\(outcome.errors)")
    }
    let empty = Fixture.folder.appending(path: "e2e-folder")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    let outcome = try vvsi.run(empty.path, "-c", ":plugins")
    #expect(outcome.errors.hasPrefix("error[nothing_to_build]: "), "\(outcome.errors)")
  }

  @Test func oneFeatureIdInTwoPluginsAndOnePluginTwice() throws {
    let library = try Fixture.library("counting")
    let twice = try vvsi.run(library, library, "-c", "fixture.up {}")
    #expect(twice.status == 3)
    #expect(twice.errors.hasPrefix("error[already_loaded]: "), "\(twice.errors)")
    let other = Fixture.folder.appending(path: "libOther.so").path
    try? FileManager.default.copyItem(atPath: library, toPath: other)
    let same = try vvsi.run(library, other, "-c", "fixture.up {}")
    #expect(same.errors.hasPrefix("error[duplicate_feature]: "), "\(same.errors)")
  }

  @Test func aConfigurationAtFaultIsNamed() throws {
    let missing = try vvsi.run("--config", "/nowhere.json", "-c", ":plugins")
    #expect(missing.errors.hasPrefix("error[not_found]: "), "\(missing.errors)")
    #expect(missing.status == 3)
    let cut = try file("cut.json", Array("{\"folders\":".utf8))
    let malformed = try vvsi.run("--config", cut, "-c", ":plugins")
    #expect(malformed.errors.hasPrefix("error[invalid_manifest]: "), "\(malformed.errors)")
    let names = try file("names.json", Array(#"{"plugins":["gone.so"]}"#.utf8))
    let gone = try vvsi.run("--config", names, "-c", ":plugins")
    #expect(gone.errors.hasPrefix("error[not_found]: "), "\(gone.errors)")
    #expect(gone.errors.contains("gone.so"))
    let misspelt = try file("misspelt.json", Array(#"{"folder":[]}"#.utf8))
    let unknown = try vvsi.run("--config", misspelt, "-c", ":plugins")
    #expect(unknown.errors.contains("folders"), "\(unknown.errors)")
  }

  @Test func whatAPluginPrintsDoesNotReachTheNDJSON() throws {
    let outcome = try vvsi.run(
      "--json", try Fixture.library("prints"), "-c", #"{"feature":"fixture","action":{}}"#)
    #expect(try outcome.events("settled").count == 1)
    // What a plugin prints in a process of its own is told by events.
    let lines = try outcome.events("log").compactMap { $0["message"]?.stringValue }
    let printed = outcome.errors + lines.joined(separator: "\n")
    #expect(printed.contains("printed by a constructor"))
    #expect(printed.contains("printed by an action"))
  }

  @Test func anActionThatNeverSettlesEndsTheWaitAndNotTheHost() throws {
    let config = try file("short.json", Array(#"{"waitSeconds":0.2,"graceSeconds":0.1}"#.utf8))
    let outcome = try vvsi.run(
      "--config", config, try Fixture.library("never_settles"),
      "-c", #"{"feature":"fixture","action":{}}"#, "-c", "fixture")
    #expect(outcome.output.contains("0"), "\(outcome.output)")
    #expect((outcome.output + outcome.errors).contains("goes on"), "\(outcome.errors)")
  }

  @Test func aRouteToAFeatureThatIsNotLoadedIsAnError() throws {
    let outcome = try vvsi.run(
      try Fixture.library("routes"), "-c", #"{"feature":"fixture","action":{}}"#)
    #expect(outcome.errors.contains("error[unknown_feature]: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("nowhere"))
  }

  @Test func aMisspeltOptionIsAUsageError() throws {
    let outcome = try vvsi.run("--jsno")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error[usage]: "))
    #expect(outcome.errors.contains("'--json'"))
  }

  @Test func aReaderThatGoesAwayEndsTheProgram() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c",
      "yes list.add | \"$0\" --json 2>/dev/null | head -n 3 >/dev/null; exit 0",
      Vvsi.executable.path,
    ]
    process.currentDirectoryURL = Fixture.root
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
