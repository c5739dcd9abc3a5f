import Foundation
import TerminalSupport
import Testing

@testable import VVSIShell

@Suite("Line editor: history")
struct LineEditorHistoryTests {
  @Test func recallsEarlierLinesAndTheOneBeingTyped() throws {
    let session = try LineEditorSession()
    session.send("one\rtwo\rthr" + Keys.up)
    try session.waitForLine("vvsi> two")
    session.send(Keys.up + Keys.up)
    try session.waitForLine("vvsi> one")
    session.send(Keys.down + Keys.down)
    try session.waitForLine("vvsi> thr")
    session.send(Keys.down + "ee")
    try session.waitForLine("vvsi> three")
  }

  @Test func keepsALongLineWhileOthersAreRecalled() throws {
    let session = try LineEditorSession(rows: 40)
    let long = String(repeating: "0123456789", count: 150)
    session.send("one\r" + long + Keys.up)
    try session.waitForLine("vvsi> one")
    session.send(Keys.down)
    try session.terminal.waitFor { $0.transcript.hasSuffix("vvsi> " + long) }
  }

  @Test func lastsFromOneRunToTheNext() throws {
    let first = try LineEditorSession()
    first.send("one\r{\r}\r" + #"back\slash"# + "\r")
    try first.waitForEnd(#"got: back\slash"#, "vvsi>")
    first.send(Keys.control("d"))
    try first.terminal.waitForEnd()

    let second = try LineEditorSession(home: first.home)
    second.send(Keys.up)
    try second.waitForLine(#"vvsi> back\slash"#)
    second.send(Keys.up)
    try second.waitForEnd("vvsi> {", "  ... }")
    second.send(Keys.up + Keys.up)
    try second.waitForLine("vvsi> one")
  }

  @Test func isNotKeptWhereItCannotBe() throws {
    let home = try LineEditorSession.Home()
    let session = try LineEditorSession(home: home, environment: ["XDG_STATE_HOME": "/dev/null"])
    session.send("one\r")
    try session.waitForEnd("got: one", "vvsi>")
    #expect(
      session.screen.transcript.contains(
        "history is not kept: /dev/null/vvsi/history: Not a directory"))
    session.send(Keys.up)
    try session.waitForLine("vvsi> one")
  }

  @Test func searchesBackwards() throws {
    let session = try LineEditorSession()
    session.send("list.add\rcounter\rlist.random\r")
    try session.waitForEnd("got: list.random", "vvsi>")
    session.send(Keys.control("r") + "list")
    try session.waitForLine("(search) list: list.random")
    session.send(Keys.control("r"))
    try session.waitForLine("(search) list: list.add")
    session.send("x")
    try session.waitForLine("(not found) listx: list.add")
    session.send(Keys.backspace + Keys.left + "X")
    try session.waitForLine("vvsi> Xlist.random")
  }

  @Test func searchEndsWithEnterOrGoesBack() throws {
    let session = try LineEditorSession()
    session.send("list.add\rabc" + Keys.control("r") + "add")
    try session.waitForLine("(search) add: list.add")
    session.send(Keys.control("g"))
    try session.waitForLine("vvsi> abc")
    session.send(Keys.control("r") + "add\r")
    try session.waitForEnd("vvsi> list.add", "got: list.add", "vvsi>")
  }

  // MARK: - Entries

  @Test func keepsTheLastOfEqualEntries() {
    var history = History(["one", "two", "one", "three", "two"])
    #expect(history.entries == ["one", "three", "two"])
    let isAdded = history.add("one")
    #expect(isAdded && history.entries == ["three", "two", "one"])
    let isAddedAgain = history.add("one")
    let isBlankAdded = history.add("  ")
    #expect(!isAddedAgain && !isBlankAdded)
  }

  @Test func keepsTheNewestEntries() {
    var history = History((1...2000).map(String.init))
    #expect(history.entries.first == "1001")
    _ = history.add("new")
    #expect(history.entries.first == "1002")
    #expect(history.entries.count == History.limit)
  }

  @Test func findsTheNewestEntryWithAText() {
    let history = History(["alpha", "beta alpha alpha"])
    let newest = history.search("alpha", before: 2)
    #expect(newest?.index == 1)
    #expect(newest.map { "beta alpha alpha"[..<$0.match.lowerBound] } == "beta ")
    #expect(history.search("alpha", before: 1)?.index == 0)
    #expect(history.search("alpha", before: 0) == nil)
    #expect(history.search("", before: 2) == nil)
  }

  // MARK: - The file

  @Test(arguments: ["one", "two\nlines", #"back\slash\n"#, "größe 日本 👩‍🚀", "\\", "tab\t"])
  func writesEntriesThatReadTheSame(entry: String) throws {
    let home = try LineEditorSession.Home()
    let file = HistoryFile(path: home.historyPath)
    #expect(try file.load() == [])
    try file.append(entry)
    try file.append("next")
    #expect(try file.load() == [entry, "next"])
  }

  @Test func isForTheUserAlone() throws {
    let home = try LineEditorSession.Home()
    try HistoryFile(path: home.historyPath).append("one")
    let attributes = try FileManager.default.attributesOfItem(atPath: home.historyPath)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func losesNothingWhenManyWriteAtOnce() async throws {
    let home = try LineEditorSession.Home()
    let path = home.historyPath
    let padding = String(repeating: "x", count: 200)
    let entries = (0..<8).map { writer in (0..<50).map { "\(writer) \($0) \(padding)" } }
    await withTaskGroup { group in
      for own in entries {
        group.addTask {
          for entry in own { try? HistoryFile(path: path).append(entry) }
        }
      }
    }
    let found = try HistoryFile(path: path).load()
    #expect(Set(found) == Set(entries.flatMap(\.self)))
    for own in entries { #expect(found.filter(own.contains) == own) }
  }

  @Test func cutsTheFileDownToTheNewestEntries() throws {
    let home = try LineEditorSession.Home()
    let file = HistoryFile(path: home.historyPath)
    let padding = String(repeating: "x", count: 1000)
    for number in 1...600 { try file.append("\(number) \(padding)") }
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    #expect(try #require(size) < 1 << 19)
    let found = try file.load()
    #expect(found.last == "600 \(padding)")
    #expect(found == (601 - found.count...600).map { "\($0) \(padding)" })
  }

  @Test(arguments: [
    (["XDG_STATE_HOME": "/state", "HOME": "/home"], "/state/vvsi/history"),
    (["XDG_STATE_HOME": "relative", "HOME": "/home"], "/home/.local/state/vvsi/history"),
    (["HOME": "/home"], "/home/.local/state/vvsi/history"),
    ([:], nil),
  ])
  func findsItsPlace(environment: [String: String], path: String?) {
    #expect(LineEditor.Configuration { environment[$0] }.historyPath == path)
  }
}
