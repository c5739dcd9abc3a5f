import VVSIJSON

/// JSON values for people, safe for a terminal.
enum ValueText {
  /// How long a value may be before it gets lines of its own.
  static let width = 72

  /// A string in quotes.
  static func quoted(_ text: String) -> String { Printable.escape(JSON.string(text).text()) }

  /// The value on one line, cut where it is longer than `limit` characters.
  static func short(_ value: JSON, limit: Int = 60) -> String {
    if case .string(let text) = value, text.count > limit {
      return quoted(String(text.prefix(limit))) + "…"
    }
    let text = Printable.escape(value.text())
    return text.count > limit ? text.prefix(limit) + "…" : text
  }

  /// An action or a notification as it would be typed: `limitReached count=5` for
  /// `{"limitReached":{"_0":{"count":5}}}`.
  static func notation(_ value: JSON) -> String {
    if case .string(let name) = value { return word(name) }
    guard let object = value.objectValue, object.count == 1, let (name, payload) = object.first(),
      case .object(let fields) = payload
    else { return short(value) }
    let parts = [Printable.escape(name)] + fields.flatMap { part($0.name, $0.value) }
    return parts.joined(separator: " ")
  }

  private static func part(_ name: String, _ value: JSON) -> [String] {
    guard name.first == "_" else { return [Printable.escape(name) + "=" + argument(value)] }
    guard case .object(let inner) = value else { return [argument(value)] }
    return inner.map { Printable.escape($0.name) + "=" + argument($0.value) }
  }

  private static func argument(_ value: JSON) -> String {
    if case .string(let text) = value, text.count <= 200 { return word(text) }
    return short(value)
  }

  /// A string without quotes where nothing is lost by it.
  static func word(_ text: String) -> String {
    let isPlain =
      text.unicodeScalars.first?.properties.isAlphabetic == true
      && text.unicodeScalars.allSatisfy(LineParser.isName)
      && !["true", "false", "null"].contains(text)
    return isPlain ? text : quoted(text)
  }
}

extension JSONObject {
  /// The first member.
  func first() -> (name: String, value: JSON)? { first { _ in true } }
}
