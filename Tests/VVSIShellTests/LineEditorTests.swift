import Foundation
import TerminalSupport
import Testing

@Suite("Line editor")
struct LineEditorTests {
  @Test func readsALineAndShowsTheAnswer() throws {
    let session = try LineEditorSession()
    session.send("list.add\r")
    try session.waitForEnd("vvsi> list.add", "got: list.add", "vvsi>")
  }

  @Test(arguments: [
    (keys: "helo" + Keys.left + "l", line: "vvsi> hello", column: 10),
    (keys: "one two" + Keys.wordLeft + "X", line: "vvsi> one Xtwo", column: 11),
    (keys: "one two" + Keys.alt("b") + Keys.alt("b") + "X", line: "vvsi> Xone two", column: 7),
    (keys: "one two" + Keys.home + Keys.wordRight + "X", line: "vvsi> oneX two", column: 10),
    (keys: "bc" + Keys.home + "a" + Keys.end + "d", line: "vvsi> abcd", column: 10),
    (
      keys: "bc" + Keys.control("a") + "a" + Keys.control("e") + "d", line: "vvsi> abcd", column: 10
    ),
    (keys: "abc" + Keys.backspace + Keys.backspace + "x", line: "vvsi> ax", column: 8),
    (keys: "abc" + Keys.home + Keys.delete, line: "vvsi> bc", column: 6),
    (keys: "abc" + Keys.home + Keys.control("d"), line: "vvsi> bc", column: 6),
    (keys: "one two" + Keys.control("w") + "x", line: "vvsi> one x", column: 11),
    (
      keys: "one two" + Keys.control("w") + "x " + Keys.control("y"), line: "vvsi> one x two",
      column: 15
    ),
    (keys: "one" + Keys.control("u") + "two", line: "vvsi> two", column: 9),
    (keys: "one" + Keys.control("a") + Keys.control("k") + "two", line: "vvsi> two", column: 9),
    (keys: "ab" + Keys.control("t"), line: "vvsi> ba", column: 8),
    (keys: "a" + Keys.f5 + "\u{1B}[99;5u" + "b", line: "vvsi> ab", column: 8),
    (keys: "grün" + Keys.left + Keys.backspace + "u", line: "vvsi> grun", column: 9),
    (keys: "日本語" + Keys.left + "x", line: "vvsi> 日本x語", column: 11),
    (keys: "e\u{301}a" + Keys.left + Keys.left + "x", line: "vvsi> xe\u{301}a", column: 7),
    (keys: "ae\u{301}" + Keys.backspace + "b", line: "vvsi> ab", column: 8),
    (keys: "👩‍🚀x" + Keys.left + Keys.backspace + "y", line: "vvsi> yx", column: 7),
    (keys: Keys.alt("x") + "a" + Keys.escape + Keys.alt("y") + "b", line: "vvsi> ab", column: 8),
    (keys: Keys.control("v") + "\u{03}", line: "vvsi> ^C", column: 8),
  ])
  func edits(keys: String, line: String, column: Int) throws {
    let session = try LineEditorSession()
    session.send(keys)
    let screen = try session.waitForLine(line)
    #expect(screen.cursor.column == column)
  }

  @Test func readsUTF8WhateverTheEnvironmentSays() throws {
    let session = try LineEditorSession(environment: ["LC_ALL": "C"])
    session.send("größe 日本\r")
    try session.waitForEnd("got: größe 日本", "vvsi>")
  }

  @Test func keepsWhatIsTypedAhead() throws {
    let session = try LineEditorSession()
    session.send("one\rtwo\rthr")
    try session.waitForEnd("vvsi> one", "got: one", "vvsi> two", "got: two", "vvsi> thr")
  }

  // MARK: - Completion

  @Test func completesTheOnlyCandidateWithABlank() throws {
    let session = try LineEditorSession()
    session.send("list.re\tx")
    try session.waitForLine("vvsi> list.remove x")
  }

  @Test func completesInTheMiddleOfALine() throws {
    let session = try LineEditorSession()
    session.send("list.re now" + Keys.wordLeft + Keys.left + "\tx")
    try session.waitForLine("vvsi> list.removex now")
  }

  @Test func completesTheCommonPrefixThenLists() throws {
    let session = try LineEditorSession()
    session.send("co\t")
    try session.waitForLine("vvsi> counter.value")
    session.send("\t")
    try session.waitForEnd("counter.valueUp    counter.valueDown", "vvsi> counter.value")
  }

  @Test func ringsBeforeItListsWhatIsNotCertain() throws {
    let session = try LineEditorSession()
    session.send("list.\t")
    try session.terminal.waitFor { $0.bells == 1 && $0.text == "vvsi> list." }
    session.send("\t")
    try session.waitForEnd("list.add     list.remove  list.random", "vvsi> list.")
  }

  @Test func ringsWhereNothingFits() throws {
    let session = try LineEditorSession()
    session.send("zzz\t")
    try session.terminal.waitFor { $0.bells == 1 && $0.text == "vvsi> zzz" }
  }

  @Test func listsDescriptionsOnePerLineCutToTheScreen() throws {
    let session = try LineEditorSession(columns: 24)
    session.send("list.add -\t\t")
    try session.waitForEnd("-count   how many", "-length  how long each …", "vvsi> list.add -")
  }

  // MARK: - More than one line

  @Test func goesOnUntilTheEntryIsComplete() throws {
    let session = try LineEditorSession()
    session.send("{\r")
    try session.waitForLine("  ...")
    session.send("a\r}\r")
    try session.waitForEnd("vvsi> {", "  ... a", "  ... }", "got: {⏎a⏎}", "vvsi>")
  }

  @Test func editsEarlierLinesOfAnEntry() throws {
    let session = try LineEditorSession()
    session.send("{a\rb" + Keys.up + Keys.end + "X" + Keys.down + Keys.end + "}")
    try session.waitForEnd("vvsi> {aX", "  ... b}")
    session.send("\r")
    try session.waitForEnd("got: {aX⏎b}", "vvsi>")
  }

  @Test func pastedLinesWaitForEnterAndThenRunInOrder() throws {
    let session = try LineEditorSession()
    session.terminal.paste("one\ntwo {\n}\nthree\n")
    let screen = try session.waitForEnd("vvsi> one", "  ... two {", "  ... }", "  ... three")
    #expect(!screen.transcript.contains("got"))
    session.send("\r")
    try session.waitForEnd(
      "vvsi> one", "got: one", "vvsi> two {", "  ... }", "got: two {⏎}", "vvsi> three",
      "got: three",
      "vvsi>")
  }

  @Test func aPasteWithoutAnEndIsTakenAsItIs() throws {
    let session = try LineEditorSession()
    session.send("\u{1B}[200~one")
    try session.waitForLine("vvsi> one")
    session.send("\u{1B}[201~ two\r")
    try session.waitForEnd("vvsi> one two", "got: one two", "vvsi>")
  }

  @Test func pastesIntoTheLineWithoutControlCharacters() throws {
    let session = try LineEditorSession()
    session.send("ad" + Keys.left)
    session.terminal.paste("b\u{3}\u{1B}[Ac")
    try session.waitForLine("vvsi> ab[Acd")
  }

  @Test func showsTheRowsAroundTheCursorOfATextTallerThanTheScreen() throws {
    let session = try LineEditorSession(rows: 6)
    session.terminal.paste("{" + (1...20).map { "\n\($0)" }.joined() + "\n}")
    try session.terminal.waitFor { $0.lines == (16...20).map { "  ... \($0)" } + ["  ... }"] }
    session.send(String(repeating: Keys.up, count: 20))
    try session.terminal.waitFor { $0.lines.first == "  ... 1" && $0.cursor == (0, 7) }
    session.send("\r")
    session.send("\r")
    try session.waitForEnd("vvsi>")
    #expect(session.screen.transcript.contains("  ... 20\n  ... }\ngot: {⏎"))
  }

  // MARK: - Output from elsewhere

  @Test func printsAboveAHalfTypedLine() throws {
    let session = try LineEditorSession()
    try session.startPrinting()
    session.send("half typed" + Keys.left + Keys.left)
    try session.terminal.waitFor { $0.cursor.column == 14 }
    try session.printFromElsewhere("one\ntwo")
    let screen = try session.waitForEnd("one", "two", "vvsi> half typed")
    #expect(screen.cursor.column == 14)
    session.send("X\r")
    try session.waitForEnd("got: half typXed", "vvsi>")
  }

  @Test func printsAboveALineThatIsWrapped() throws {
    let session = try LineEditorSession(rows: 10, columns: 20)
    try session.startPrinting()
    let line = "0123456789012345678901234567890123456789"
    session.send(line + String(repeating: Keys.left, count: 10))
    try session.terminal.waitFor { $0.lines[$0.cursor.row].hasPrefix("45678901234567890123") }
    try session.printFromElsewhere("something happened")
    let screen = try session.waitForEnd("something happened", "vvsi> " + line)
    #expect(Array(screen.lines.dropLast(4).suffix(3)) != [])
    #expect(screen.currentLine == "45678901234567890123")
    #expect(screen.cursor.column == 16)
  }

  @Test func printsInOrderWhileKeysAreTyped() throws {
    let session = try LineEditorSession(rows: 50)
    session.send(":flood 2000\r")
    session.send("typed meanwhile")
    try session.waitForEnd("line 2000 of the flood", "vvsi> typed meanwhile")
    let flood = session.screen.transcript.split(separator: "\n").filter { $0.hasSuffix("flood") }
    #expect(flood.map(String.init) == (1...2000).map { "line \($0) of the flood" })
  }

  // MARK: - Ctrl-C, Ctrl-D and the end

  @Test func controlCCancelsTheLine() throws {
    let session = try LineEditorSession()
    session.send("half" + Keys.control("c"))
    try session.waitForEnd("vvsi> half^C", "input: interrupted", "vvsi>")
  }

  @Test func controlCBreaksAKeySequenceOff() throws {
    let session = try LineEditorSession()
    session.send("half" + Keys.control("x") + Keys.control("c"))
    try session.waitForEnd("vvsi> half^C", "input: interrupted", "vvsi>")
  }

  @Test func controlCTwiceOnAnEmptyPromptQuits() throws {
    let session = try LineEditorSession()
    session.send(Keys.control("c"))
    try session.waitForEnd("press Ctrl-C again to quit", "vvsi>")
    session.send(Keys.control("c"))
    #expect(try session.terminal.waitForEnd() == .exited(0))
    #expect(session.screen.transcript.hasSuffix("input: quit"))
  }

  @Test func controlCTwiceWithAKeyBetweenDoesNotQuit() throws {
    let session = try LineEditorSession()
    session.send(Keys.control("c") + "a" + Keys.backspace + Keys.control("c"))
    try session.waitForEnd("press Ctrl-C again to quit", "press Ctrl-C again to quit", "vvsi>")
  }

  @Test func controlCEndsAWait() throws {
    let session = try LineEditorSession()
    session.send(":wait\r")
    try session.waitForEnd("vvsi> :wait", "waiting")
    session.send("typed ahead" + Keys.control("c"))
    try session.waitForEnd("waiting", "wait ended", "vvsi>")
  }

  @Test func controlCThatComesTogetherWithTheLineIsForWhatTheLineDoes() throws {
    let session = try LineEditorSession()
    session.send(":wait\rtyped before" + Keys.control("c") + "typed after")
    try session.waitForEnd("vvsi> :wait", "waiting", "wait ended", "vvsi> typed after")
  }

  @Test func controlCAfterALineThatWasGivenUpIsAKeyOfTheNextOne() throws {
    let session = try LineEditorSession()
    session.send("half" + Keys.control("c") + Keys.control("c") + "next")
    try session.waitForEnd(
      "vvsi> half^C", "input: interrupted", "press Ctrl-C again to quit", "vvsi> next")
  }

  @Test func anInterruptSignalIsControlC() throws {
    let session = try LineEditorSession()
    session.send("half")
    try session.waitForLine("vvsi> half")
    kill(session.terminal.process, SIGINT)
    try session.waitForEnd("vvsi> half^C", "input: interrupted", "vvsi>")
  }

  @Test func controlDOnAnEmptyLineEnds() throws {
    let session = try LineEditorSession()
    session.send(Keys.control("d"))
    #expect(try session.terminal.waitForEnd() == .exited(0))
    #expect(session.screen.transcript.hasSuffix("vvsi>\ninput: end"))
    #expect(!session.screen.marksPastes)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGABRT])
  func aSignalThatEndsTheProcessGivesTheTerminalBack(signal: Int32) throws {
    let session = try LineEditorSession()
    #expect(!session.terminal.isCooked)
    kill(session.terminal.process, signal)
    #expect(try session.terminal.waitForEnd() == .killed(signal: signal))
    #expect(session.terminal.isCooked)
    #expect(!session.screen.marksPastes)
  }

  @Test func aCrashGivesTheTerminalBack() throws {
    let session = try LineEditorSession()
    session.send(":trap\r")
    let ending = try session.terminal.waitForEnd()
    #expect(ending == .killed(signal: SIGILL) || ending == .killed(signal: SIGTRAP))
    #expect(session.terminal.isCooked)
    #expect(!session.screen.marksPastes)
  }

  // MARK: - The screen

  @Test func controlLClearsTheScreen() throws {
    let session = try LineEditorSession()
    session.send("one\r")
    try session.waitForEnd("got: one", "vvsi>")
    session.send("two" + Keys.control("l"))
    try session.terminal.waitFor { $0.text == "vvsi> two" && $0.cursor == (0, 9) }
  }

  @Test(arguments: [20, 31, 33, 79, 120])
  func followsANewWidth(columns: Int) throws {
    let session = try LineEditorSession(rows: 20, columns: 40)
    session.send("one\r")
    try session.waitForEnd("got: one", "vvsi>")
    let line = "a line that is longer than forty columns are wide, as it is"
    session.send(line + Keys.left)
    try session.terminal.waitFor { $0.transcript.hasSuffix(line) && $0.cursor.column == 24 }
    session.terminal.resize(rows: 20, columns: columns)
    session.send("X")
    let expected =
      "vvsi> one\ngot: one\nvvsi> a line that is longer than forty columns are wide, as it iXs"
    let screen = try session.terminal.waitFor { $0.transcript == expected }
    #expect(screen.cursor.column == 65 % columns)
  }

  @Test func wrapsWideCharactersThatDoNotFit() throws {
    let session = try LineEditorSession(columns: 9)
    session.send("日本語")
    try session.terminal.waitFor { $0.lines[0] == "vvsi> 日" && $0.lines[1] == "本語" }
    session.send(Keys.left + Keys.left + "x")
    try session.terminal.waitFor { $0.lines[0] == "vvsi> 日x" && $0.cursor == (1, 0) }
  }

  @Test func worksOnAVeryNarrowTerminal() throws {
    let session = try LineEditorSession(rows: 8, columns: 7)
    try session.startPrinting()
    session.send("abcdefghij" + Keys.left)
    try session.terminal.waitFor { $0.transcript.hasSuffix("vvsi> abcdefghij") }
    try session.printFromElsewhere("news")
    try session.waitForEnd("news", "vvsi> abcdefghij")
    session.send("X")
    try session.waitForEnd("news", "vvsi> abcdefghiXj")
  }

  @Test func coloursThePrompt() throws {
    #expect(try LineEditorSession().screen.hasStyles)
  }

  @Test func doesNotColourUnderNoColor() throws {
    let session = try LineEditorSession(environment: ["NO_COLOR": "1"])
    session.send("a\r")
    try session.waitForEnd("got: a", "vvsi>")
    #expect(!session.screen.hasStyles)
  }
}
