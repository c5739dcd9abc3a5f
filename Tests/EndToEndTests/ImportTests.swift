import FixtureSupport
import Foundation
import Testing
import VVSIJSON

/// `vvsi import`, on headers of the system and on bad ones.
@Suite struct ImportTests {
  private let vvsi = Vvsi()

  private func file(_ name: String, _ text: String) throws -> String {
    let folder = Fixture.folder.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: name)
    try Data(text.utf8).write(to: path)
    return path.path
  }

  @Test func zlibLoadsAsItIsDrafted() throws {
    let manifest = Fixture.folder.appending(path: "import-z.json").path
    let drafted = try vvsi.run("import", "/usr/include/zlib.h", "--library", "z", "-o", manifest)
    #expect(drafted.status == 0, "\(drafted.errors)")
    #expect(drafted.output.isEmpty)
    #expect(
      drafted.errors.contains(
        #/gzprintf \(zlib\.h:\d+\) is left out: what may follow '\.\.\.' is not in its type/#))
    #expect(drafted.errors.contains("gzFile"))
    let outcome = try vvsi.run(
      manifest, "-c", "z.crc32 crc=0 buf=hello", "-c", "z.zlibVersion",
      "-c", "z.gzopen argument1=/no/such argument2=r")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("crc32 null → 907060870"), "\(outcome.output)")
    #expect(outcome.output.contains(#/zlibVersion null → "1\./#))
  }

  @Test func sqliteLoadsAsItIsDraftedAndItsHandlesWork() throws {
    let drafted = try vvsi.run(
      "import", "/usr/include/sqlite3.h", "--library", "sqlite3", "--feature", "db")
    #expect(drafted.status == 0, "\(drafted.errors)")
    let manifest = try file("import-sqlite3.json", drafted.output)
    let outcome = try vvsi.run(
      manifest, "-c", "db.sqlite3_libversion", "-c", #"db.sqlite3_open filename=":memory:""#,
      "-c", "db.sqlite3_total_changes", "-c", "db.sqlite3_close", "-c", "db.sqlite3_errmsg")
    #expect(outcome.output.contains(#/sqlite3_libversion null → "3\./#), "\(outcome.output)")
    #expect(outcome.output.contains(#"sqlite3 null → "sqlite3#1""#))
    #expect(outcome.output.contains("sqlite3_total_changes null → 0"))
    #expect(outcome.output.contains(#"sqlite3 "sqlite3#1" → null"#))
    #expect(outcome.errors.contains("none is open"), "\(outcome.errors)")
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    var header: String
    var library = "z"
    var arguments: [String] = []
    var code: String
    var mentions: [String]
    var status: Int32 = 3
    var testDescription: String { "\(code) \(header.prefix(40))" }
  }

  static let bad = [
    Bad(header: "/no/such.h", code: "not_found", mentions: ["/no/such.h"]),
    Bad(header: "zlib.h", code: "not_found", mentions: ["is it /usr/include/zlib.h?"]),
    Bad(header: "", code: "usage", mentions: ["HEADER --library NAME"], status: 2),
    Bad(
      header: "class Box { public: int value; };", code: "build_failed",
      mentions: ["does not compile", "bad.h:1:1", "class"]),
    Bad(
      header: "int add(int, int);", library: "sqlite33", code: "no_library",
      mentions: ["'sqlite33'", "libsqlite33.so", "is it 'sqlite3'?"]),
    Bad(
      header: "int add(int, int);", library: "/no/such.so", code: "not_found",
      mentions: ["/no/such.so"]),
    Bad(header: "struct empty;", code: "nothing_to_import", mentions: ["--functions PREFIX"]),
    Bad(
      header: "#include <zlib.h>\n", arguments: ["--functions", "crc64"],
      code: "nothing_to_import", mentions: ["begins with crc64"]),
    Bad(
      header: "int gzprintf(void *, const char *, ...);", code: "nothing_to_import",
      mentions: ["gzprintf (bad.h:1) is left out", "can be typed safely"]),
    Bad(
      header: "int no_such(int);", code: "nothing_to_import",
      mentions: ["no_such (bad.h:1) is left out: the library does not export it"]),
  ]

  @Test(arguments: bad) func badInputIsOneClearError(_ bad: Bad) throws {
    let isPath = bad.header.hasSuffix(".h") || bad.header.isEmpty
    let header = isPath ? bad.header : try file("bad.h", bad.header)
    let outcome = try vvsi.run(
      ["import"] + (header.isEmpty ? [] : [header]) + ["--library", bad.library] + bad.arguments,
      input: Data())
    #expect(outcome.status == bad.status)
    #expect(outcome.output.isEmpty)
    let errors = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("error[") }
    #expect(errors.count == 1, "\(outcome.errors)")
    #expect(errors.first?.hasPrefix("error[\(bad.code)]: ") ?? false, "\(outcome.errors)")
    for word in bad.mentions {
      #expect(outcome.errors.contains(word), "\(outcome.errors) does not mention \(word)")
    }
  }
}
