/// The words of a line before the cursor, as far as they can be told apart.
struct Words {
  /// Words that end before the cursor.
  private(set) var before: [String] = []
  /// The word at the cursor, which may be empty; nil if the cursor is still at the first word.
  private(set) var current: String?

  /// Takes a line apart from where a scanner stands.
  init(_ scanner: WordScanner) {
    var scanner = scanner
    while true {
      scanner.skipSpace()
      let word = scanner.takeWholeWord()
      if scanner.isAtEnd {
        current = word
        return
      }
      before.append(word)
    }
  }

  /// Takes the first word off, if it has ended.
  mutating func removeFirst() -> String? {
    before.isEmpty ? nil : before.removeFirst()
  }
}

extension WordScanner {
  /// All up to a space that is neither in quotes nor in brackets, or to the end of the line.
  fileprivate mutating func takeWholeWord() -> String {
    var depth = 0
    var quote: Unicode.Scalar?
    var isEscaped = false
    return take { scalar in
      if isEscaped {
        isEscaped = false
      } else if quote != nil {
        isEscaped = scalar == "\\" && quote == "\""
        if scalar == quote { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "{" || scalar == "[" {
        depth += 1
      } else if scalar == "}" || scalar == "]" {
        depth -= 1
      } else if scalar.properties.isWhitespace {
        return depth > 0
      }
      return true
    }
  }
}
