/// The bytes that keys send.
package enum Keys {
  package static let enter = "\r"
  package static let tab = "\t"
  package static let escape = "\u{1B}"
  package static let backspace = "\u{7F}"
  package static let delete = "\u{1B}[3~"
  package static let up = "\u{1B}[A"
  package static let down = "\u{1B}[B"
  package static let right = "\u{1B}[C"
  package static let left = "\u{1B}[D"
  package static let wordLeft = "\u{1B}[1;5D"
  package static let wordRight = "\u{1B}[1;5C"
  package static let home = "\u{1B}[H"
  package static let end = "\u{1B}[F"
  package static let f5 = "\u{1B}[15~"

  /// A letter with Control held down.
  package static func control(_ letter: Character) -> String {
    String(Unicode.Scalar((letter.asciiValue ?? 0) & 0x1F))
  }

  /// A letter with Alt held down.
  package static func alt(_ letter: Character) -> String {
    escape + String(letter)
  }
}
