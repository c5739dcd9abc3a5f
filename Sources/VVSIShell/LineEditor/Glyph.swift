internal import CLineEditor

/// What is written to a terminal for one character, or for part of one; it is never broken between two rows.
struct Glyph {
  /// What to write.
  var text: String
  /// The columns that it takes.
  var width: Int
  /// Whether terminals disagree on the width, so that the cursor has to be put in its place afterwards.
  var isUncertain = false

  /// What a character looks like: one glyph, blanks up to the next stop of a tab, or the two of a control character.
  static func glyphs(of character: Character, atColumn column: Int) -> [Glyph] {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return [] }
    if first == "\t" { return Array(repeating: Glyph(" ", width: 1), count: 8 - column % 8) }
    if first.value < 0x20 || first.value == 0x7F {
      let name = Unicode.Scalar(UInt8(first.value ^ 0x40))
      return [Glyph("^", width: 1), Glyph(String(name), width: 1)]
    }
    return [scalars.count == 1 ? Glyph(first) : Glyph(scalars)]
  }

  init(_ text: String, width: Int) {
    self.text = text
    self.width = width
  }

  private init(_ scalar: Unicode.Scalar) {
    text = String(scalar)
    width = scalar.isASCII ? 1 : Int(line_editor_width(scalar.value))
    guard width < 0 else { return }
    // What is new since the system was made may be known to the terminal; what never has a shape is not.
    if scalar.properties.generalCategory != .unassigned { text = "\u{FFFD}" }
    width = 1
  }

  /// Marks add nothing to the width of the letter that they belong to; of a picture made of several, terminals show
  /// either one or all.
  private init(_ scalars: Character.UnicodeScalarView) {
    text = String(String.UnicodeScalarView(scalars))
    let widths = scalars.map { max(0, Int(line_editor_width($0.value))) }
    let isPicture = scalars.contains { $0.properties.isJoinControl || $0.value == 0xFE0F }
    isUncertain = isPicture || widths.count { $0 > 0 } > 1
    width = isPicture ? 2 : min(2, widths.reduce(0, +))
  }
}
