import Foundation
import TerminalSupport

/// A line editor in a terminal, with a home of its own.
struct LineEditorSession {
  let terminal: PseudoTerminal
  let home: Home

  /// A folder that lasts as long as a test.
  final class Home: Sendable {
    let path: String

    init() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.path(percentEncoded: false)
    }

    deinit {
      try? FileManager.default.removeItem(atPath: path)
    }

    var historyPath: String { path + "/.local/state/vvsi/history" }
  }

  /// Starts an editor and waits for its prompt.
  init(
    home: Home? = nil, environment: [String: String] = [:], rows: Int = 24, columns: Int = 80
  ) throws {
    self.home = try home ?? Home()
    let base = [
      "TERM": "xterm-256color", "HOME": self.home.path, "PATH": "/usr/bin:/bin",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    terminal = try PseudoTerminal(
      executable: Product.path("LineEditorProbe"),
      environment: base.merging(environment) { $1 }, rows: rows, columns: columns)
    try terminal.waitFor("the prompt") { $0.currentLine.hasPrefix("vvsi>") }
  }

  var screen: Screen { terminal.screen }

  func send(_ keys: String) { terminal.send(keys) }

  /// Waits until the line with the cursor is this one.
  @discardableResult
  func waitForLine(_ line: String) throws -> Screen {
    try terminal.waitFor("the line «\(line)»") { $0.currentLine == line }
  }

  /// Waits until the screen ends with these lines.
  @discardableResult
  func waitForEnd(_ lines: String...) throws -> Screen {
    let text = lines.joined(separator: "\n")
    return try terminal.waitFor("«\(text)» at the end") {
      $0.transcript == text || $0.transcript.hasSuffix("\n" + text)
    }
  }

  /// Prints from elsewhere; the editor must have been told with `startPrinting` before.
  func printFromElsewhere(_ text: String) throws {
    let path = home.path + "/later"
    try (text + "\n").write(toFile: path + ".new", atomically: false, encoding: .utf8)
    let deadline = Date(timeIntervalSinceNow: 240)
    while FileManager.default.fileExists(atPath: path), Date.now < deadline { sched_yield() }
    try FileManager.default.moveItem(atPath: path + ".new", toPath: path)
  }

  func startPrinting() throws {
    let before = screen.transcript
    send(":later \(home.path)/later\r")
    try terminal.waitFor("the next prompt") {
      $0.transcript != before && $0.transcript.hasSuffix("\nvvsi>")
    }
  }
}
