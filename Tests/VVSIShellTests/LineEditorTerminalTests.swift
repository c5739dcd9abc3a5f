import Foundation
import TerminalSupport
import Testing

@Suite("Line editor: terminals and the rest of the world")
struct LineEditorTerminalTests {
  // MARK: - A terminal that knows nothing but text

  @Test func readsLinesOnADumbTerminal() throws {
    let session = try LineEditorSession(environment: ["TERM": "dumb"])
    session.send("one\r")
    try session.waitForEnd("vvsi> one", "got: one", "vvsi>")
    session.send("{\r")
    try session.waitForLine("  ...")
    session.send("}\r")
    try session.waitForEnd("vvsi> {", "  ... }", "got: {⏎}", "vvsi>")
    #expect(!session.screen.hasStyles && !session.screen.marksPastes)
    #expect(session.terminal.isCooked)
    session.send(Keys.control("d"))
    #expect(try session.terminal.waitForEnd() == .exited(0))
  }

  @Test func printsOnADumbTerminal() throws {
    let session = try LineEditorSession(environment: ["TERM": "dumb"])
    try session.startPrinting()
    try session.printFromElsewhere("one\ntwo")
    try session.waitForEnd("vvsi>", "one", "two", "vvsi>")
  }

  @Test func knowsControlCOnADumbTerminal() throws {
    let session = try LineEditorSession(environment: ["TERM": "dumb"])
    session.send("{\r")
    try session.waitForLine("  ...")
    session.send(Keys.control("c"))
    try session.waitForEnd("  ... ^C", "input: interrupted", "vvsi>")
    session.send(":wait\r")
    try session.waitForEnd("waiting")
    session.send(Keys.control("c"))
    try session.waitForEnd("waiting", "^C", "wait ended", "vvsi>")
    session.send(Keys.control("c"))
    try session.waitForEnd("press Ctrl-C again to quit", "vvsi>")
    session.send(Keys.control("c"))
    #expect(try session.terminal.waitForEnd() == .exited(0))
  }

  // MARK: - Others in the same process

  @Test func showsWhatOthersPrintAboveTheLine() throws {
    let session = try LineEditorSession()
    session.send(":say out err\rhalf")
    try session.terminal.waitFor {
      $0.transcript.hasSuffix("\nvvsi> half") && $0.transcript.contains("\nout\n")
        && $0.transcript.contains("\nerr\n")
    }
  }

  @Test func showsWhyTheProcessCrashed() throws {
    let session = try LineEditorSession()
    session.send(":trap\r")
    try session.terminal.waitForEnd()
    #expect(session.screen.transcript.contains("Fatal error: as told"))
  }

  // MARK: - The shell

  @Test func stopsAndGoesOnWithTheSameLine() throws {
    let home = try LineEditorSession.Home()
    let script = "set -m; \"$0\"; echo \"status $?\"; read line; fg > /dev/null; echo \"end $?\""
    let terminal = try PseudoTerminal(
      executable: "/bin/bash", arguments: ["-c", script, Product.path("LineEditorProbe")],
      environment: ["TERM": "xterm", "HOME": home.path])
    try terminal.waitFor { $0.currentLine == "vvsi>" }
    terminal.send("half" + Keys.control("z"))
    try terminal.waitFor { $0.transcript.hasSuffix("status 148") }
    #expect(terminal.isCooked && !terminal.screen.marksPastes)
    terminal.send("\r")
    try terminal.waitFor { $0.currentLine == "vvsi> half" }
    terminal.send(" done\r")
    try terminal.waitFor { $0.transcript.hasSuffix("got: half done\nvvsi>") }
    terminal.send(Keys.control("d"))
    try terminal.waitForEnd()
    #expect(terminal.screen.transcript.hasSuffix("end 0"))
    #expect(terminal.isCooked)
  }

  @Test func survivesBeingStoppedWithoutNotice() throws {
    let session = try LineEditorSession()
    session.send("half")
    try session.waitForLine("vvsi> half")
    kill(session.terminal.process, SIGSTOP)
    kill(session.terminal.process, SIGCONT)
    session.send(" done\r")
    try session.waitForEnd("vvsi> half done", "got: half done", "vvsi>")
    session.send(Keys.control("d"))
    #expect(try session.terminal.waitForEnd() == .exited(0))
    #expect(session.terminal.isCooked)
  }

  @Test func saysThatThereIsNoTerminal() throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: try Product.path("LineEditorProbe"))
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd().map {
      String(decoding: $0, as: UTF8.self)
    }
    process.waitUntilExit()
    #expect(text == "no terminal: \(ENOTTY)\n")
  }

  @Test func endsWhenTheTerminalGoesAway() throws {
    let home = try LineEditorSession.Home()
    let marker = home.path + "/ended"
    let script = "trap '' HUP; \"$0\"; echo $? > \"$1\""
    var terminal: PseudoTerminal? = try PseudoTerminal(
      executable: "/bin/bash", arguments: ["-c", script, Product.path("LineEditorProbe"), marker],
      environment: ["TERM": "xterm", "HOME": home.path])
    try terminal?.waitFor { $0.currentLine == "vvsi>" }
    terminal?.hangUp()
    let deadline = Date(timeIntervalSinceNow: 240)
    while !FileManager.default.fileExists(atPath: marker), Date.now < deadline { sched_yield() }
    #expect(FileManager.default.fileExists(atPath: marker))
    terminal = nil
  }
}
