import Testing
import VVSIHost

@testable import VVSIDevelop

@Suite struct DiagnosticParserTests {
  @Test(arguments: [
    (
      "a.swift:2:5: error: wrong\nlet x\n    ^~~\n      fix\n",
      [Diagnostic(.error, "a.swift", 2, 5, "wrong", "let x")]
    ),
    (
      "a.swift:2:5: error: wrong\n 1 | \n 2 | let x\n   |     `- error: wrong\n",
      [Diagnostic(.error, "a.swift", 2, 5, "wrong", "let x")]
    ),
    (
      "a.c:7:3: fatal error: 'x.h' file not found\n    7 | #include \"x.h\"\n      |          ^~~\n",
      [Diagnostic(.error, "a.c", 7, 3, "'x.h' file not found", "#include \"x.h\"")]
    ),
    (
      "a.swift:1:2: error: b: error: c\nlog(\"d: error: e\")\n  ^\n",
      [Diagnostic(.error, "a.swift", 1, 2, "b: error: c", "log(\"d: error: e\")")]
    ),
    (
      "error[E0425]: cannot find value `x`\n --> src/lib.rs:2:5\n  |\n2 |     x\n  |     ^ not found\n",
      [Diagnostic(.error, "src/lib.rs", 2, 5, "cannot find value `x`", "    x")]
    ),
    (
      "ld.lld: error: undefined symbol: f\n>>> referenced by a.c\n>>>               /t/Sub%2Fa.c.o:(g)\n",
      [Diagnostic(.error, "Sub/a.c", 0, 0, "undefined symbol: f", "")]
    ),
    (
      "/usr/bin/ld: a.c:(.text+0x5): undefined reference to `f'\n",
      [Diagnostic(.error, "", 0, 0, "undefined symbol: f", "")]
    ),
    ("<unknown>:0: error: no module\n", [Diagnostic(.error, "", 0, 0, "no module", "")]),
    (
      "error: unknown argument: '-x'\n",
      [Diagnostic(.error, "", 0, 0, "unknown argument: '-x'", "")]
    ),
    ("C:\\a b.c:1:2: warning: odd\r\n", [Diagnostic(.warning, "C:\\a b.c", 1, 2, "odd", "")]),
    ("make: *** [all] Error 1\nlet s = \"x error: y\"\n", []),
    ("print(\"note: this\")\n", []),
    ("", []),
  ])
  func reads(text: String, diagnostics: [Diagnostic]) {
    #expect(DiagnosticParser.parse([text], in: "") == diagnostics)
  }

  @Test func putsErrorsFirstAndKeepsTheirNotes() {
    let output = """
      a:1:1: warning: first
      a:2:1: error: second
      a:3:1: note: of second
      a:4:1: remark: third
      a:5:1: error: fourth
      """
    let messages = DiagnosticParser.parse([output], in: "").map(\.message)
    #expect(messages == ["second", "of second", "fourth", "first", "third"])
  }

  @Test func showsWhatSeveralCompilersSayOnce() {
    let output = "a.h:1:1: warning: odd\n"
    #expect(DiagnosticParser.parse([output, output], in: "").count == 1)
  }

  @Test(arguments: ["A.swift", "Sub/Deep/A.swift", "a b.c"])
  func namesObjectsAfterTheirSources(source: String) {
    let object = ObjectName.object(of: source)
    #expect(!object.contains("/"))
    #expect(ObjectName.source(of: object) == source)
  }
}

extension Diagnostic {
  fileprivate init(
    _ severity: Severity, _ file: String, _ line: Int, _ column: Int, _ message: String,
    _ source: String
  ) {
    self.init(
      severity: severity, file: file, line: line, column: column, message: message, source: source)
  }
}
