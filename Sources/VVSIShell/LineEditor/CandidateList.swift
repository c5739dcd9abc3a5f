/// Candidates as lines of a list: with what they mean, or side by side.
struct CandidateList {
  private let lines: [String]

  /// Makes a list no wider than the screen.
  init(_ candidates: [Completion.Candidate], columns: Int, isDimmed: Bool) {
    let hasDescriptions = candidates.contains { !$0.description.isEmpty }
    lines =
      hasDescriptions
      ? Self.described(candidates, columns: columns, isDimmed: isDimmed)
      : Self.sideBySide(candidates.map { Cells($0.text) }, columns: columns)
  }

  /// The list, cut to a number of rows.
  func text(rows: Int) -> String {
    guard lines.count > rows else { return lines.map { $0 + "\n" }.joined() }
    let shown = lines.prefix(rows - 1).map { $0 + "\n" }.joined()
    return shown + LineEditor.Wording.moreLines(lines.count - rows + 1)
  }

  private static func described(
    _ candidates: [Completion.Candidate], columns: Int, isDimmed: Bool
  ) -> [String] {
    let names = candidates.map { Cells($0.text) }
    let width = min(names.map(\.width).max() ?? 0, columns / 2)
    return zip(names, candidates).map { name, candidate in
      let name = name.cut(to: columns)
      let room = columns - max(name.width, width) - 2
      guard !candidate.description.isEmpty, room > 0 else { return name.text }
      let description = Cells(candidate.description).cut(to: room).text
      let gap = String(repeating: " ", count: max(0, width - name.width) + 2)
      return name.text + gap + (isDimmed ? "\u{1B}[2m\(description)\u{1B}[0m" : description)
    }
  }

  private static func sideBySide(_ names: [Cells], columns: Int) -> [String] {
    let width = (names.map(\.width).max() ?? 0) + 2
    let perRow = max(1, (columns + 2) / width)
    let rowCount = (names.count + perRow - 1) / perRow
    return (0..<rowCount).map { row in
      var line = ""
      for index in stride(from: row, to: names.count, by: rowCount) {
        let name = names[index].cut(to: columns)
        let isLast = index + rowCount >= names.count
        line += name.text + (isLast ? "" : String(repeating: " ", count: width - name.width))
      }
      return line
    }
  }
}

/// Text on one line of the screen.
private struct Cells {
  private(set) var glyphs: [Glyph]

  init(_ text: String) {
    glyphs = text.flatMap { Glyph.glyphs(of: $0, atColumn: 0) }
  }

  var width: Int { glyphs.reduce(0) { $0 + $1.width } }
  var text: String { glyphs.map(\.text).joined() }

  func cut(to columns: Int) -> Cells {
    guard width > columns else { return self }
    var cut = self
    while cut.width >= columns, !cut.glyphs.isEmpty { cut.glyphs.removeLast() }
    cut.glyphs.append(Glyph("…", width: 1))
    return cut
  }
}
