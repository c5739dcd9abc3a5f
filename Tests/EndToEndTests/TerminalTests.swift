import FixtureSupport
import Foundation
import TerminalSupport
import Testing

/// What a person sees who starts the executable at a terminal.
@Suite struct TerminalTests {
  private let home = Fixture.folder.appending(path: "home-\(UUID().uuidString)")

  /// Starts the shell with plugins and waits for its prompt.
  private func start(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let base = ProcessInfo.processInfo.environment.merging(
      [
        "TERM": "xterm-256color", "XDG_STATE_HOME": home.path, "SWIFT_BACKTRACE": "enable=no",
        "NO_COLOR": "",
      ]
    ) { $1 }
    let terminal = try PseudoTerminal(
      executable: Vvsi.executable.path, arguments: arguments,
      environment: base.merging(environment) { $1 }, rows: 30, columns: 100)
    try terminal.waitFor("the prompt", timeout: 200) { $0.currentLine.hasPrefix("vvsi>") }
    return terminal
  }

  private func list() -> String { Fixture.root.appending(path: "Plugins/List").path }

  private func counting() throws -> String { try Fixture.library("counting") }

  @Test func anActionShowsItsDifferenceAndThePromptComesBack() throws {
    let terminal = try start([list()])
    #expect(!terminal.screen.transcript.contains("warning"), "the host's own handlers are no fault")
    terminal.send("list.add\r")
    try terminal.waitFor("the difference") {
      $0.transcript.contains("items[0] + \"Item 1\"") && $0.currentLine == "vvsi>"
    }
    terminal.send("list.ad\r")
    try terminal.waitFor("the error") { $0.transcript.contains("did you mean 'add'?") }
  }

  @Test func tabCompletesFeaturesActionsAndFields() throws {
    let terminal = try start([list()])
    terminal.send("li\t")
    try terminal.waitFor("the feature") { $0.currentLine == "vvsi> list" }
    terminal.send(".ra\t")
    try terminal.waitFor("the action") { $0.currentLine == "vvsi> list.random" }
    terminal.send("cou\t")
    try terminal.waitFor("the field") { $0.currentLine == "vvsi> list.random count=" }
  }

  @Test func outputFromElsewhereComesAboveTheLineBeingTyped() throws {
    let folder = home.appending(path: "Plugins/List")
    try FileManager.default.createDirectory(
      at: home.appending(path: "Plugins"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: list(), toPath: folder.path)
    let terminal = try start([folder.path, "--watch"])
    terminal.send("list.random cou")
    try terminal.waitFor("the half line") { $0.currentLine == "vvsi> list.random cou" }
    let file = folder.appending(path: "ListView+State.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacingOccurrences(of: "limit = 5", with: "limit = 6").utf8).write(to: file)
    try terminal.waitFor("the reload above the line", timeout: 120) {
      $0.transcript.contains(" live in ") && $0.currentLine == "vvsi> list.random cou"
    }
    terminal.send("nt=1 length=2\r")
    try terminal.waitFor("the action") { $0.transcript.contains("items") }
  }

  @Test func pastedLinesDoNotRunByThemselves() throws {
    let terminal = try start([try counting()])
    terminal.paste("fixture.up {}\nfixture.up {}")
    try terminal.waitFor("the pasted lines") {
      $0.transcript.components(separatedBy: "fixture.up {}").count == 3
    }
    #expect(!terminal.screen.transcript.contains("0 → 1"))
    terminal.send("\r")
    try terminal.waitFor("both to run") { $0.transcript.contains("1 → 2") }
  }

  @Test func controlCCancelsTheLineAndTwiceQuits() throws {
    let terminal = try start([try counting()])
    terminal.send("fixture.u")
    try terminal.waitFor("the line") { $0.currentLine == "vvsi> fixture.u" }
    terminal.send(Keys.control("c"))
    try terminal.waitFor("an empty prompt") { $0.currentLine == "vvsi>" }
    terminal.send(Keys.control("c"))
    try terminal.waitFor("the hint") { $0.transcript.contains("Ctrl-C again") }
    terminal.send(Keys.control("c"))
    #expect(try terminal.waitForEnd() == .exited(130))
  }

  @Test func controlCGivesUpAWaitAndTheHostGoesOn() throws {
    let terminal = try start([try Fixture.library("never_settles")])
    terminal.send(#"{"feature":"fixture","action":{}}"# + "\r")
    try terminal.waitFor("the wait") { !$0.currentLine.hasPrefix("vvsi>") }
    terminal.send(Keys.control("c"))
    try terminal.waitFor("the prompt") { $0.currentLine == "vvsi>" }
    terminal.send("fixture\r")
    try terminal.waitFor("the state") { $0.transcript.contains("fixture  0") }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func aSignalEndsTheHostAndGivesTheTerminalBack(_ signal: Int32) throws {
    let terminal = try start([try counting()])
    kill(terminal.process, signal)
    #expect(try terminal.waitForEnd() == .exited(143))
    #expect(terminal.isCooked && !terminal.screen.marksPastes)
    let prompts = terminal.screen.transcript.components(separatedBy: "vvsi>").count - 1
    #expect(prompts == 1, "\(terminal.screen.transcript)")
  }

  @Test func controlDLeavesAndTheHistoryLasts() throws {
    let first = try start([try counting()])
    first.send("fixture\r")
    try first.waitFor("the state") { $0.transcript.contains("fixture  0") }
    first.send(Keys.control("d"))
    #expect(try first.waitForEnd() == .exited(0))
    let second = try start([try counting()])
    second.send(Keys.up)
    try second.waitFor("the line of before") { $0.currentLine == "vvsi> fixture" }
  }

  @Test func anOpenBraceGoesOnUntilItIsClosed() throws {
    let terminal = try start([try counting()])
    terminal.send("{\"feature\":\"fixture\",\r\"action\":{}}\r")
    try terminal.waitFor("the action") { $0.transcript.contains("0 → 1") }
  }

  @Test func coloursAreLeftOutUnderNoColor() throws {
    let plain = try start([list()], environment: ["NO_COLOR": "1"])
    plain.send("list.ad\r")
    let screen = try plain.waitFor("the error") { $0.transcript.contains("unknown_action") }
    let isPlain = !screen.hasStyles
    #expect(isPlain)
    let coloured = try start([list()])
    coloured.send("list.ad\r")
    let other = try coloured.waitFor("the error") { $0.transcript.contains("unknown_action") }
    let isColoured = other.hasStyles
    #expect(isColoured)
  }
}
