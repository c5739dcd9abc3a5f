import Testing

@testable import VVSIShell

@Suite("Line editor: keys and text")
struct LineEditorKeysTests {
  /// Bytes that are all there already.
  private final class Bytes: ByteSource {
    var rest: ArraySlice<UInt8>

    init(_ text: String) {
      rest = Array(text.utf8)[...]
    }

    init(_ bytes: [UInt8]) {
      rest = bytes[...]
    }

    func next(_ patience: Patience) -> UInt8? { rest.popFirst() }
    func unread(_ byte: UInt8) { rest = [byte] + rest }

    var keys: [Key] {
      let decoder = KeyDecoder(source: self)
      var keys: [Key] = []
      while let key = decoder.next() { keys.append(key) }
      return keys
    }
  }

  @Test(
    arguments: [
      ("aé日👩", [.character("a"), .character("é"), .character("日"), .character("👩")]),
      ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
      (
        "\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}OH\u{1B}[8~",
        [.home, .end, .home, .end, .home, .end]
      ),
      ("\u{1B}[1;5C\u{1B}[1;3D\u{1B}Oc\u{1B}Od", [.wordRight, .wordLeft, .wordRight, .wordLeft]),
      ("\u{1B}[3~", [.delete]),
      ("\u{1B}b\u{1B}é\u{1B}\r", [.meta("b"), .meta("é"), .meta("\r")]),
      ("\u{1B}", [.character("\u{1B}")]),
      ("\u{1B}\u{1B}[A", [.character("\u{1B}"), .up]),
      (
        "\u{1B}[15~x\u{1B}[<0;1;1Mx\u{1B}[[Ax\u{1B}OPx\u{1B}[?1;2cx",
        Array(repeating: .character("x"), count: 5)
      ),
      ("\u{1B}[99999999999999999999~x", [.character("x")]),
      ("\u{1B}[1\u{3}", [.character("\u{3}")]),
      ("\u{0}\u{80}\u{9F}a", [.character("a")]),
      ("\u{1B}[200~a\rb\r\nc\nd\r\n\u{1B}[201~e", [.paste("a\nb\nc\nd"), .character("e")]),
      ("\u{1B}[200~a\u{3}\u{1B}[A\tb\u{7F}\u{1B}[201~", [.paste("a[A\tb")]),
      ("\u{1B}[200~never ended", [.paste("never ended")]),
    ] as [(String, [Key])])
  func decodes(text: String, keys: [Key]) {
    #expect(Bytes(text).keys == keys)
  }

  @Test(
    arguments: [
      ([0xFF, 0x61], [.character("a")]),
      ([0xC3, 0x61], [.character("a")]),
      ([0xE6, 0x97, 0x1B, 0x5B, 0x41], [.up]),
      ([0xC0, 0x80, 0x61], [.character("a")]),
      ([0xED, 0xA0, 0x80, 0x61], [.character("a")]),
      ([0xF0, 0x9F], []),
    ] as [([UInt8], [Key])])
  func dropsWhatIsNoUTF8(bytes: [UInt8], keys: [Key]) {
    #expect(Bytes(bytes).keys == keys)
  }

  @Test(
    arguments: [
      ("", []),
      ("one", ["one"]),
      ("one\ntwo", ["one", "two"]),
      ("one\n\n\ntwo\n", ["one", "two"]),
      ("{\n}\n{}", ["{\n}", "{}"]),
      ("one\n{\ntwo", nil),
      ("{", nil),
    ] as [(String, [String]?)])
  func findsEntries(text: String, entries: [String]?) {
    #expect(Entries(text, isComplete: isBalanced).complete == entries)
  }

  @Test func findsTheEntryAtAPlace() {
    let text = "one\n{\n}\n\nlast"
    let entries = Entries(text, isComplete: isBalanced)
    let found = text.indices.map { String(text[entries.range(at: $0)]) }
    #expect(
      found == Array(repeating: "one", count: 4) + Array(repeating: "{\n}", count: 4) + [""]
        + Array(repeating: "last", count: 4))
  }

  private func isBalanced(_ text: String) -> Bool {
    text.count { $0 == "{" } <= text.count { $0 == "}" }
  }

  @Test func takesTheCommonPrefixByCharacters() {
    let completion = Completion(start: 0, candidates: [.init("e\u{301}ab"), .init("e\u{301}ac")])
    #expect(completion.commonPrefix == "e\u{301}a")
    #expect(Completion(start: 0, candidates: [.init("e"), .init("e\u{301}")]).commonPrefix == "")
  }

  @Test(arguments: [
    (["a", "bb", "ccc"], 80, ["a    bb   ccc"]),
    (["a", "bb", "ccc"], 9, ["a    ccc", "bb"]),
    (["a", "bb", "ccc"], 4, ["a", "bb", "ccc"]),
    (["日本", "語"], 10, ["日本  語"]),
    (["much too long"], 6, ["much …"]),
  ])
  func listsCandidatesSideBySide(texts: [String], columns: Int, lines: [String]) {
    let list = CandidateList(texts.map { .init($0) }, columns: columns, isDimmed: false)
    #expect(list.text(rows: 10) == lines.map { $0 + "\n" }.joined())
  }

  @Test func cutsALongList() {
    let candidates = (1...9).map { Completion.Candidate("c\($0)", description: "d") }
    let list = CandidateList(candidates, columns: 20, isDimmed: false)
    #expect(list.text(rows: 3) == "c1  d\nc2  d\n… and 7 more lines\n")
  }
}
