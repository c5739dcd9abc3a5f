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

  /// Drafts a manifest of the fixture library, and returns its path and what was said.
  private func draftOfFunctions() throws -> (manifest: String, remarks: String) {
    let header = Fixture.root.appending(path: "Tests/Fixtures/Plugins/functions.h").path
    let manifest = try file("functions.json", "")
    let drafted = try vvsi.run(
      "import", header, "--library", try Fixture.library("functions"), "-o", manifest)
    #expect(drafted.status == 0, "\(drafted.errors)")
    return (manifest, drafted.errors)
  }

  @Test(arguments: [
    ("grow", "nothing that can be typed makes the shape that it is called with"),
    ("all_flags", "flags has bit-fields"),
    ("twice", "who frees its result is not in its type"),
    ("fill", "whether written points to one value or to many is not in its type"),
    ("same", "whether left points to one value or to many is not in its type"),
    ("sum", "what may follow '...' is not in its type"),
    ("sum_list", "arguments is a list of variable arguments"),
    ("longest", "what it returns, a manifest has no word for"),
    ("inlined", "its code is in the header, not in the library"),
  ])
  func whatCannotBeTypedIsNamedWithTheReason(_ function: String, _ reason: String) throws {
    let (manifest, remarks) = try draftOfFunctions()
    let line = try #require(remarks.split(separator: "\n").first { $0.hasPrefix("\(function) (") })
    #expect(line.contains(#/\(functions\.h:\d+\) is left out: /#))
    #expect(line.hasSuffix(": \(reason)"), "\(line)")
    let json = try JSON(parsing: [UInt8](Data(contentsOf: URL(filePath: manifest))))
    #expect(json["actions"]?[function] == nil)
    #expect(json["review"]?.arrayValue?.contains(.string(String(line))) ?? false)
  }

  @Test func whatIsTakenCanBeCalled() throws {
    let (manifest, remarks) = try draftOfFunctions()
    let tile =
      #"{"name":"t","grid":[[1,2,3],[4,5,6]],"high":"HIGH","centre":{"x":0.5,"y":1}}"#
    let outcome = try vvsi.run(
      manifest, "-c", "functions.next_level now=LOW",
      "-c", #"functions.middle left={"x":0,"y":0} right={"x":4,"y":2}"#,
      "-c", "functions.turn from=\(tile)", "-c", "functions.box_open value=6",
      "-c", "functions.box_value", "-c", "functions.box_free", "-c", "functions.box_open value=-1",
      "-c", "functions.total numbers=[1,2,-5]", "-c", "functions.length_of text=four",
      "-c", "functions.tell number=3")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for line in [
      #"next_level null → "MIDDLE""#, #"middle null → {"x":2,"y":1}"#,
      #""grid":[[6,5,4],[3,2,1]]"#, #"box null → "box#1""#, "box_value null → 6",
      #"box "box#1" → null"#, "total null → -2", "length_of null → 4",
      "! listener argument1=3 argument2=said",
    ] {
      #expect(outcome.output.contains(line), "\(outcome.output) lacks \(line)")
    }
    #expect(remarks.contains("reverse (functions.h:"), "a doubt is told")
  }

  @Test(arguments: ["functions", "zlib", "sqlite3"])
  func aDraftKeepsToTheSchema(_ library: String) throws {
    func read(_ path: String) throws -> JSON {
      try JSON(parsing: [UInt8](Data(contentsOf: URL(filePath: path))))
    }
    let schema = try read(Fixture.root.appending(path: "Config/foreign.schema.json").path)
    var manifest = try draftOfFunctions().manifest
    if library != "functions" {
      let name = library == "zlib" ? "z" : library
      manifest = try file("\(library).json", "")
      _ = try vvsi.run(
        "import", "/usr/include/\(library).h", "--library", name, "-o", manifest)
    }
    #expect(JSONSchema.validate(try read(manifest), against: schema) == nil)
  }

  @Test func prefixesPickFromWhatTheHeaderIncludes() throws {
    let header = try file("mine.h", "#include <zlib.h>\n")
    let outcome = try vvsi.run("import", header, "--library", "z", "--functions", "crc32", "adler")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let actions = try JSON(parsing: outcome.output)["actions"]?.objectValue?.names ?? []
    #expect(actions.contains("crc32"))
    #expect(actions.contains("adler32_combine"))
    #expect(actions.allSatisfy { $0.hasPrefix("crc32") || $0.hasPrefix("adler") })
  }

  @Test func clangIsToldWhereToLook() throws {
    let header = try file(
      "outer.h", "#include \"inner.h\"\nuLong crc32_combine(uLong, uLong, OFF);\n")
    let inner = try file("inner.h", "typedef unsigned long uLong;\n")
    let folder = URL(filePath: inner).deletingLastPathComponent().path
    let outcome = try vvsi.run(
      "import", header, "--library", "z", "-I", folder, "-D", "OFF=long")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("long argument3"))
  }

  @Test func aMissingClangIsNamed() throws {
    let swiftc = try file("swiftc", "#!/bin/sh\necho 'Swift version 6.3'\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swiftc)
    var lonely = Vvsi()
    lonely.environment = ["VVSI_SWIFTC": swiftc, "PATH": "/nowhere"]
    let outcome = try lonely.run("import", "/usr/include/zlib.h", "--library", "z")
    #expect(outcome.status == 3)
    #expect(outcome.errors.hasPrefix("error[build_impossible]: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("clang"), "\(outcome.errors)")
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
    Bad(
      header: "/usr/include/zlib.h", arguments: ["-o", "/no/such/zlib.json"], code: "unwritable",
      mentions: ["cannot write /no/such/zlib.json: No such file"]),
    Bad(
      header: "/usr/include/zlib.h", arguments: ["-o", Fixture.folder.path], code: "unwritable",
      mentions: ["cannot write \(Fixture.folder.path): Is a directory"]),
    Bad(
      header: "/usr/include/zlib.h", arguments: ["--feature", "Zip!"], code: "usage",
      mentions: ["lower-case letter", "found Zip!"], status: 2),
    Bad(
      header: "/usr/include", code: "unreadable",
      mentions: ["cannot read /usr/include: it is no regular file"]),
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
    let isPath = bad.header.hasSuffix(".h") || bad.header.hasPrefix("/") || bad.header.isEmpty
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
