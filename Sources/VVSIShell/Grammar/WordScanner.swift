/// Takes words, quoted values and JSON off the front of a line.
///
/// It looks at scalars, as JSON does: a quote stays a quote before a combining mark.
struct WordScanner {
  private let scalars: [Unicode.Scalar]
  private(set) var position = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  var isAtEnd: Bool { position == scalars.count }

  /// The column of the next scalar, from 1.
  var column: Int { position + 1 }

  var next: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }

  mutating func skipSpace() {
    while let next, next.properties.isWhitespace { position += 1 }
  }

  /// Takes scalars while they fit.
  mutating func take(while fits: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while let next, fits(next) { position += 1 }
    return text(from: start)
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  /// Takes all up to a space or the end of the line.
  mutating func takeWord() -> String {
    take { !$0.properties.isWhitespace }
  }

  /// Takes one value, up to a space or the end of the line.
  mutating func takeValue() throws(LineError) -> RawValue {
    switch next {
    case "{", "[": return .json(try takeBracketed())
    case "\"": return .json(try takeString())
    case "'": return .text(try takeLiteral())
    default: return .word(takeWord())
    }
  }

  /// Fails where something is stuck to what was just taken.
  func requireSpace() throws(LineError) {
    guard let next, !next.properties.isWhitespace else { return }
    throw .unexpected(String(next), column: column)
  }

  private func text(from start: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<position])
    return String(text)
  }

  /// A JSON string with its quotes.
  private mutating func takeString() throws(LineError) -> String {
    let start = position
    position += 1
    while let next {
      position += 1
      if next == "\"" { return text(from: start) }
      if next == "\\", !isAtEnd { position += 1 }
    }
    throw .unclosed("\"", column: start + 1)
  }

  /// What stands between single quotes.
  private mutating func takeLiteral() throws(LineError) -> String {
    let start = position
    position += 1
    let text = take { $0 != "'" }
    guard take("'") else { throw .unclosed("'", column: start + 1) }
    return text
  }

  /// A JSON object or array with its brackets, which need not match in kind.
  private mutating func takeBracketed() throws(LineError) -> String {
    let start = position
    var depth = 0
    while let next {
      if next == "\"" {
        _ = try takeString()
        continue
      }
      position += 1
      if next == "{" || next == "[" { depth += 1 }
      if next == "}" || next == "]" { depth -= 1 }
      if depth == 0 { return text(from: start) }
    }
    throw .unclosed(String(scalars[start]), column: start + 1)
  }
}
