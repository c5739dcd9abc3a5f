import TerminalSupport
import Testing

@testable import VVSIShell

@Suite("Line editor: painting")
struct LineEditorPainterTests {
  /// Numbers that are the same in every run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private static let characters: [Character] =
    Array("abcdefgh") + ["日", "本", "é", "e\u{301}", "\n", "\t", "\u{1}", "o\u{308}\u{332}"]
  private let prompts = Layout.Prompts(first: "> ", next: ". ")

  /// What the screen must show of a picture: rows of text, and where the cursor is in them.
  private func expected(_ picture: Picture, _ size: Painter.Size) -> (lines: [String], row: Int) {
    let layout = Layout(picture, columns: size.columns)
    let lines = layout.rows.map { row in
      var text = row.text
      while text.last == " " { text.removeLast() }
      return text
    }
    return (lines, layout.cursor.row)
  }

  @Test(arguments: 1...40)
  func showsEveryPictureInPlaceOfTheLast(seed: UInt64) {
    var numbers = Numbers(state: seed &* 7919)
    let size = (
      rows: Int.random(in: 3...12, using: &numbers),
      columns: Int.random(in: 4...30, using: &numbers)
    )
    var screen = Screen(rows: size.rows, columns: size.columns)
    var painter = Painter()
    var buffer = EditBuffer()
    for step in 1...200 {
      change(&buffer, &numbers)
      if step % 7 == 0 {
        screen.feed((painter.erase(size: size) + Array("news \(step)\n".utf8)).withCarriageReturns)
      }
      let picture = Picture(buffer: buffer, prompts: prompts)
      screen.feed(painter.paint(picture, size: size))
      let wanted = expected(picture, size)
      let shown = Array(screen.lines[0...screen.cursor.row])
      let above = Array(wanted.lines[0...wanted.row]).suffix(shown.count)
      #expect(Array(shown.suffix(above.count)) == Array(above), "step \(step) at \(size)")
      #expect(screen.cursor.column == Layout(picture, columns: size.columns).cursor.column)
      let below = wanted.lines[(wanted.row + 1)...].prefix(size.rows - 1 - screen.cursor.row)
      #expect(Array(screen.lines[(screen.cursor.row + 1)...].prefix(below.count)) == Array(below))
    }
  }

  private func change(_ buffer: inout EditBuffer, _ numbers: inout Numbers) {
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0: buffer.moveLeft()
    case 1: buffer.deleteBackward()
    case 2: buffer.moveToLineStart()
    case 3: _ = buffer.moveUp()
    case 4: buffer.moveToEnd()
    case 5 where buffer.text.count > 60: buffer = EditBuffer()
    default: buffer.insert(String(Self.characters.randomElement(using: &numbers) ?? "a"))
    }
  }

  @Test(arguments: [
    ("", (0, 2)), ("ab", (0, 4)), ("abcd", (1, 0)), ("abcde", (1, 1)), ("ab日", (1, 0)),
    ("abc日", (1, 2)), ("a\nb", (1, 3)), ("e\u{301}", (0, 3)), ("\u{1}", (0, 4)),
  ])
  func putsTheCursorBehindTheText(text: String, place: (Int, Int)) {
    let layout = Layout(Picture(buffer: EditBuffer(text), prompts: prompts), columns: 6)
    #expect(layout.cursor == place)
  }

  @Test func writesOnlyWhatWasAdded() {
    var painter = Painter()
    let size = (rows: 10, columns: 20)
    _ = painter.paint(Picture(buffer: EditBuffer("ab"), prompts: prompts), size: size)
    let added = painter.paint(Picture(buffer: EditBuffer("abc"), prompts: prompts), size: size)
    #expect(added == Array("c".utf8))
    #expect(painter.paint(Picture(buffer: EditBuffer("abc"), prompts: prompts), size: size) == [])
  }

  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("👩", 2), ("👩‍🚀", 2), ("\u{1}", 2), ("한", 2),
      ("\u{301}", 0), ("❤️", 2), ("🇩🇪", 2),
    ] as [(Character, Int)])
  func knowsTheWidth(character: Character, width: Int) {
    let glyphs = Glyph.glyphs(of: character, atColumn: 0)
    #expect(glyphs.reduce(0) { $0 + $1.width } == width)
  }

  @Test(arguments: [("\u{1B}", "^["), ("\u{7F}", "^?"), ("\u{9B}", "\u{FFFD}"), ("a", "a")])
  func writesControlCharactersOut(character: Character, text: String) {
    #expect(Glyph.glyphs(of: character, atColumn: 0).map(\.text).joined() == text)
  }
}

extension [UInt8] {
  /// As the terminal gets it from the system.
  fileprivate var withCarriageReturns: [UInt8] {
    flatMap { $0 == 10 ? [13, 10] : [$0] }
  }
}
