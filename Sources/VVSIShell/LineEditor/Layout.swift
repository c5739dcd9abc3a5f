/// Where prompt and text go on a screen of a given width.
struct Layout {
  /// One line of the screen.
  struct Row: Equatable {
    /// What to write, escape sequences included.
    var text = ""
    /// The columns that are taken.
    var width = 0
    /// Whether the terminal itself goes on in the next row, because this one is full.
    var isWrapped = false
  }

  /// How prompts look.
  struct Prompts: Equatable {
    /// What stands before the first line.
    var first: String
    /// What stands before the others.
    var next: String
    /// The escape sequence before both, and the one after them; empty without colours.
    var styleOn = ""
    var styleOff = ""
  }

  let columns: Int
  private(set) var rows = [Row()]
  /// Where the cursor stands: the row, and the column in it.
  private(set) var cursor = (row: 0, column: 0)

  /// Lays out a picture.
  init(_ picture: Picture, columns: Int) {
    let (buffer, prompts) = (picture.buffer, picture.prompts)
    self.columns = columns
    put(prompt: prompts.first, prompts)
    var index = buffer.text.startIndex
    while index < buffer.text.endIndex {
      let character = buffer.text[index]
      if index == buffer.cursor { markCursor(before: character) }
      if character == "\n" {
        rows.append(Row())
        put(prompt: prompts.next, prompts)
      } else {
        put(character)
      }
      index = buffer.text.index(after: index)
    }
    if buffer.cursor == buffer.text.endIndex { markCursorAtEnd() }
  }

  /// Whether the cursor stands behind all of the text.
  var isCursorAtEnd: Bool { cursor == (rows.count - 1, rows[rows.count - 1].width) }

  private mutating func put(prompt: String, _ prompts: Prompts) {
    rows[rows.count - 1].text += prompts.styleOn
    for character in prompt { put(character) }
    rows[rows.count - 1].text += prompts.styleOff
  }

  private mutating func put(_ character: Character) {
    for glyph in Glyph.glyphs(of: character, atColumn: rows[rows.count - 1].width) { put(glyph) }
  }

  private mutating func put(_ glyph: Glyph) {
    wrap(for: glyph)
    rows[rows.count - 1].text += glyph.text
    rows[rows.count - 1].width += glyph.width
    if glyph.isUncertain {
      let column = rows[rows.count - 1].width
      if column < columns { rows[rows.count - 1].text += "\u{1B}[\(column + 1)G" }
    }
  }

  private mutating func wrap(for glyph: Glyph) {
    let width = rows[rows.count - 1].width
    guard width > 0, width + glyph.width > columns else { return }
    rows[rows.count - 1].isWrapped = true
    rows.append(Row())
  }

  private mutating func markCursor(before character: Character) {
    let row = rows[rows.count - 1]
    if character == "\n" {
      cursor = (rows.count - 1, min(row.width, columns - 1))
    } else {
      let width = Glyph.glyphs(of: character, atColumn: row.width).first?.width ?? 0
      let fits = row.width + width <= columns
      cursor = fits ? (rows.count - 1, row.width) : (rows.count, 0)
    }
  }

  /// Behind a row that is full, the cursor needs one of its own.
  private mutating func markCursorAtEnd() {
    if rows[rows.count - 1].width >= columns { rows.append(Row()) }
    cursor = (rows.count - 1, rows[rows.count - 1].width)
  }
}
