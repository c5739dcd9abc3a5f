/// Tells when JSON that began on one line goes on in the next one.
struct Continuation {
  private var isJSON: Bool?
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var last: Unicode.Scalar?

  /// Whether nothing that follows is needed to read the text: its brackets balance, or cannot balance any more.
  static func isComplete(_ text: String) -> Bool {
    var continuation = Continuation()
    continuation.feed(text)
    return continuation.isComplete
  }

  /// Whether nothing that follows is needed to read what was fed.
  var isComplete: Bool { isJSON != true || depth <= 0 || isInString }

  /// Takes the next piece of the text.
  mutating func feed(_ text: String) {
    for scalar in text.unicodeScalars {
      guard !scalar.properties.isWhitespace else { continue }
      if isJSON == nil { isJSON = scalar != "#" && scalar != ":" }
      last = scalar
      take(scalar)
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    if isEscaped {
      isEscaped = false
    } else if scalar == "\"" {
      isInString.toggle()
    } else if isInString {
      isEscaped = scalar == "\\"
    } else if scalar == "{" || scalar == "[" {
      depth += 1
    } else if scalar == "}" || scalar == "]" {
      depth -= 1
    }
  }

  /// Whether a line can go on with what was fed; if not, that was cut off, and the line begins anew.
  ///
  /// This lets a reader of many lines find its feet again after one that lacks a bracket.
  func canGoOn(with line: String) -> Bool {
    guard let last, let first = line.unicodeScalars.first(where: { !$0.properties.isWhitespace })
    else { return true }
    switch first {
    case "}", "]", ",": return true
    case ":": return last == "\"" && !line.trimmed.dropFirst().prefix(1).allSatisfy(\.isLetter)
    default: return ":,[{".unicodeScalars.contains(last) && Self.beginsJSON(line.trimmed)
    }
  }

  private static func beginsJSON(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return true }
    return "{[\"-0123456789".unicodeScalars.contains(first)
      || ["true", "false", "null"].contains { text.hasPrefix($0) }
  }
}
