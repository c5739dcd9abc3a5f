import VVSIJSON

/// Places in a state as people write them: `items[0].name`.
enum PathText {
  /// Writes a pointer; `value` tells which of its tokens are positions.
  static func text(_ pointer: JSONPointer, in value: JSON) -> String {
    var text = ""
    var current: JSON? = value
    for token in pointer.tokens {
      if current?.arrayValue != nil {
        text += "[\(token)]"
        current = Int(token).flatMap { current?[$0] }
      } else {
        text += member(token, isFirst: text.isEmpty)
        current = current?[token]
      }
    }
    return text
  }

  private static func member(_ name: String, isFirst: Bool) -> String {
    guard isPlain(name) else { return "[\(ValueText.quoted(name))]" }
    return isFirst ? name : "." + name
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.unicodeScalars.allSatisfy(LineParser.isName)
  }

  /// Reads `items[0].name`, `["odd name"]` or an RFC 6901 pointer; nil if the text is neither.
  static func pointer(_ text: String) -> JSONPointer? {
    if text.isEmpty || text.hasPrefix("/") { return JSONPointer(text) }
    var tokens: [String] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "[" {
        guard let end = rest.firstIndex(of: "]") else { return nil }
        let inside = rest[rest.index(after: rest.startIndex)..<end]
        tokens.append((try? JSON(parsing: inside))?.stringValue ?? String(inside))
        rest = rest[rest.index(after: end)...]
      } else {
        if first == ".", !tokens.isEmpty { rest.removeFirst() }
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { return nil }
        tokens.append(String(name))
        rest = rest[name.endIndex...]
      }
    }
    return JSONPointer(tokens: tokens)
  }
}
