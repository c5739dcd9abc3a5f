import FixtureSupport
import Foundation
import TerminalSupport
import Testing
import VVSIJSON

/// Functions of C as a person meets them: the samples, what is misspelt, what prints, and what Tab knows.
@Suite struct ForeignTests {
  private let vvsi = Vvsi()

  /// A folder of its own with files in it.
  private func folder(_ files: [String: String]) throws -> URL {
    let folder = Fixture.folder.appending(path: "foreign-\(UUID().uuidString)")
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return folder
  }

  @Test func theSamplesWork() throws {
    let outcome = try vvsi.run(
      "-c", "zlib.crc32 data=hello", "-c", #"zlib.compress data="again again again""#,
      "-c", "zlib.uncompress", "-c", "sqlite.open",
      "-c", #"sqlite.exec sql="create table t(a); insert into t values (7); select * from t""#,
      "-c", "sqlite.close", "-c", "libc.qsort numbers=[3,1,2]", "-c", "gauge.fill amount=30",
      "-c", "gauge.watch step=20")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for line in [
      "zlib  crc32 null → 907060870", #"zlib  text null → "again again again""#,
      #"sqlite  db null → "Database#1""#, #"sqlite  ! row count=1 values=["7"] names=["a"]"#,
      #"sqlite  db "Database#1" → null"#, "libc  sorted null → [1,2,3]",
      "gauge  level 0 → 30", "gauge  ! passed level=20",
    ] {
      #expect(outcome.output.contains(line + "\n"), "\(outcome.output) lacks \(line)")
    }
  }

  @Test(arguments: [
    ("zlib.crc23 data=x", "unknown_action", "did you mean 'crc32'?"),
    ("guage.fill amount=1", "unknown_feature", "did you mean 'gauge'?"),
    ("zlib.crc32 dat=x", "unknown_field", "did you mean 'data'?"),
    ("gauge.fill", "missing_field", "/fill/amount"),
    ("gauge.fill amount=x", "invalid_payload", "expected an integer"),
    ("gauge.fill amount=3000000000", "invalid_payload", "at most 2147483647"),
    ("gauge.fill amount=300", "call_failed", "gauge_fill returned -1"),
    (#"sqlite.exec sql="a\u0000b""#, "invalid_payload", "expected a Database that is open"),
    ("libc.getenv name=\"a\\u0000b\"", "invalid_payload", "without NUL"),
    ("sqlite.changes db=Database#9", "invalid_payload", "none is open"),
    ("zlib.uncompress data=!", "invalid_payload", "a string in Base64"),
    ("zlib.uncompress data=aGVsbG8=", "z_data_error", "Z_DATA_ERROR: data error"),
    ("zlib.uncompress data=eA== size=17000000", "invalid_payload", "at most 16777216 bytes"),
    ("libc.access path=/no/such", "call_failed", "No such file or directory (errno 2)"),
  ])
  func aBadLineIsOneClearError(_ line: String, _ code: String, _ words: String) throws {
    let outcome = try vvsi.run("-c", line, "-c", "gauge.fill amount=1")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("error[\(code)]: "), "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("gauge  level 0 → 1"))
  }

  @Test(arguments: [
    ("{\n\"library\": \"libz.so.1\",\n\"actions\": {\"crc23\": {}}}", "line 3", "such as 'crc32'"),
    ("{\n\"library\": \"libno.so\",\n\"actions\": {\"a\": {}}}", "line 2", "libno.so"),
    ("{\n\"library\": \"libz.so.1\",\n\"actions\": {", "line 3", "a name in quotes"),
    (
      "{\"library\": \"libz.so.1\", \"actions\": {\n\"crc32\": {\"arguments\": [\n\"imt a\"]}}}",
      "line 3", "such as 'int'"
    ),
  ])
  func aManifestAtFaultIsNamedWithItsLine(
    _ manifest: String, _ line: String, _ words: String
  ) throws {
    let file = try folder(["bad.json": manifest]).appending(path: "bad.json").path
    let outcome = try vvsi.run(
      file, Fixture.root.appending(path: "Plugins/Gauge").path, "-c", "gauge.fill amount=1")
    #expect(outcome.status == 3)
    #expect(outcome.errors.hasPrefix("error[invalid_manifest]: \(file) at \(line)"), "\(outcome)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.output.contains("gauge  level 0 → 1"))
  }

  @Test func otherJSONInAFolderOfPluginsIsPassedOver() throws {
    let folder = try folder([
      "vvsi.json": #"{"folders":["Plugins"]}"#,
      "Plugins/package.json": #"{"name":"x","version":"1.0.0"}"#,
      "Plugins/compile_commands.json": #"[{"directory":"/","command":"cc","file":"a.c"}]"#,
      "Plugins/cut.json": #"{"library":"libz.so.1","act"#,
      "Plugins/zlib.json": try String(
        contentsOf: Fixture.root.appending(path: "Plugins/zlib.json"), encoding: .utf8),
    ])
    let outcome = try vvsi.run(
      "--config", folder.appending(path: "vvsi.json").path, "-c", "zlib.crc32 data=hello")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("cut.json"))
    #expect(outcome.output.contains("907060870"))
  }

  @Test func whatCPrintsDoesNotReachTheNDJSON() throws {
    let sources = Fixture.root.appending(path: "Tests/Fixtures/Plugins")
    func text(_ name: String) throws -> String {
      try String(contentsOf: sources.appending(path: name), encoding: .utf8)
    }
    let feature = try folder([
      "functions.c": try text("functions.c"), "functions.h": try text("functions.h"),
      "feature.json": #"{"feature":"printer","actions":{"print":{}}}"#,
    ])
    let outcome = try vvsi.run("--json", feature.path, "-c", "printer.print")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try outcome.events("settled").count == 1)
    // In a process of its own, what is printed is told as a log line.
    let told = try outcome.events("log").compactMap { $0["message"]?.stringValue }
    #expect(outcome.errors.contains("printed by C") || told.contains("printed by C"))
  }

  @Test func aCrashInCNamesTheActionAndTheNextHostIsSafeFromIt() throws {
    let folder = try folder([
      "crash.json": """
      {"library":["libc.so.6","libSystem.B.dylib"],"actions":{"raise":{"arguments":["int signal"]}}}
      """
    ])
    var lonely = vvsi
    lonely.environment = [
      "XDG_CACHE_HOME": folder.path, "SWIFT_BACKTRACE": "enable=no",
    ]
    let arguments = [
      "--isolation", "none", folder.appending(path: "crash.json").path,
      "-c", "crash.raise signal=11", "-c", "crash.raise signal=0",
    ]
    let crashed = try lonely.run(arguments, input: Data())
    #expect(crashed.status == SIGSEGV)
    #expect(
      crashed.errors.contains(
        "crash (generation 1) ended the host: SIGSEGV in its feature 'crash', ticket 1: "
          + #"{"raise":{"signal":11}}"#), "\(crashed.errors)")
    let next = try lonely.run(arguments, input: Data())
    #expect(next.status == 3, "\(next.errors)")
    #expect(next.errors.contains("error[worker_crashed]: "), "\(next.errors)")
  }

  @Test func tabCompletesWhatTheManifestDeclares() throws {
    let terminal = try PseudoTerminal(
      executable: Vvsi.executable.path,
      arguments: [Fixture.root.appending(path: "Plugins/zlib.json").path],
      environment: ProcessInfo.processInfo.environment.merging([
        "TERM": "xterm-256color", "XDG_STATE_HOME": Fixture.folder.path, "NO_COLOR": "",
      ]) { $1 }, rows: 30, columns: 100)
    try terminal.waitFor("the prompt", timeout: 60) { $0.currentLine.hasPrefix("vvsi>") }
    terminal.send("zl\t")
    try terminal.waitFor("the feature") { $0.currentLine == "vvsi> zlib" }
    terminal.send(".ad\t")
    try terminal.waitFor("the action") { $0.currentLine == "vvsi> zlib.adler32" }
    terminal.send("da\t")
    try terminal.waitFor("the field") { $0.currentLine == "vvsi> zlib.adler32 data=" }
    terminal.send("hello\r")
    try terminal.waitFor("the result") { $0.transcript.contains("adler32 null → 103547413") }
  }
}
