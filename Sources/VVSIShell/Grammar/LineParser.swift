/// Reads one line of the REPL.
enum LineParser {
  /// - Throws: ``LineError`` if the line has none of the REPL's forms. Whether its names exist is not looked at.
  static func parse(_ text: String) throws(LineError) -> Line {
    var scanner = WordScanner(text)
    scanner.skipSpace()
    guard let first = scanner.next, first != "#" else { return .empty }
    if first == ":" { return try command(&scanner) }
    let (body, inBackground) = withoutAmpersand(text)
    if first == "{" { return .envelope(text: body, inBackground: inBackground) }
    guard isNameStart(first) else { throw .unknownForm(String(scanner.takeWord())) }
    return try feature(body, inBackground: inBackground)
  }

  /// Whether a name of a feature, an action or a field may hold the scalar.
  static func isName(_ scalar: Unicode.Scalar) -> Bool {
    isNameStart(scalar) || scalar.properties.numericType != nil || scalar == "-"
      || scalar.properties.generalCategory == .nonspacingMark
  }

  private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar == "_"
  }

  private static func command(_ scanner: inout WordScanner) throws(LineError) -> Line {
    _ = scanner.take(":")
    let name = scanner.takeWord()
    var words: [String] = []
    scanner.skipSpace()
    while !scanner.isAtEnd {
      switch try scanner.takeValue() {
      case .word(let word), .text(let word): words.append(word)
      case .json(let text): words.append(unquoted(text))
      }
      try scanner.requireSpace()
      scanner.skipSpace()
    }
    return .command(name: name, words: words)
  }

  private static func feature(_ text: String, inBackground: Bool) throws(LineError) -> Line {
    var scanner = WordScanner(text)
    scanner.skipSpace()
    let feature = scanner.take { $0 != "." && !$0.properties.isWhitespace }
    guard scanner.take(".") else {
      scanner.skipSpace()
      guard scanner.isAtEnd else { throw .notAnAction(feature: feature, scanner.takeWord()) }
      return .show(feature: feature)
    }
    let action = scanner.take { $0 != "{" && !$0.properties.isWhitespace }
    guard !action.isEmpty else { throw .missingAction(feature: feature) }
    return .trigger(
      Line.Trigger(
        feature: feature, action: action, arguments: try arguments(&scanner),
        inBackground: inBackground))
  }

  private static func arguments(_ scanner: inout WordScanner) throws(LineError) -> [Argument] {
    var arguments: [Argument] = []
    scanner.skipSpace()
    while !scanner.isAtEnd {
      arguments.append(try argument(&scanner))
      try scanner.requireSpace()
      scanner.skipSpace()
    }
    return arguments
  }

  private static func argument(_ scanner: inout WordScanner) throws(LineError) -> Argument {
    var ahead = scanner
    let column = scanner.column
    let name = ahead.take { !$0.properties.isWhitespace && !"={[\"'".unicodeScalars.contains($0) }
    let isField = name.unicodeScalars.allSatisfy { isName($0) || $0 == "." }
    guard isField, ahead.take("=") else {
      return Argument(path: [], value: try scanner.takeValue())
    }
    scanner = ahead
    let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.allSatisfy({ !$0.isEmpty }) else {
      throw .invalidName(name, column: column)
    }
    return Argument(path: path, value: try scanner.takeValue())
  }

  /// The line before a trailing `&`, and whether it had one.
  ///
  /// An `&` at the end of a bare word, as in `name=a&`, belongs to the word.
  private static func withoutAmpersand(_ text: String) -> (String, Bool) {
    let line = text.trimmed
    guard line.hasSuffix("&") else { return (text, false) }
    let body = line.dropLast()
    let isWord = body.contains { $0.isWhitespace }
    guard let last = body.last, !isWord || last.isWhitespace || "}]\"'".contains(last) else {
      return (text, false)
    }
    return (String(body), true)
  }

  /// The text of a word in double quotes; other text as it is.
  private static func unquoted(_ text: String) -> String {
    guard text.hasPrefix("\""), text.hasSuffix("\""), text.count >= 2 else { return text }
    var result = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }
}

extension StringProtocol {
  /// The text without the space around it.
  var trimmed: String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
