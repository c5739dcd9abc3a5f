/// The few words that schemas and their violations are told in.
enum SchemaWords {
  /// The types that a schema allows; none if it does not say.
  static func types(_ schema: JSONObject) -> [String] {
    switch schema["type"] {
    case .string(let name): [name]
    case .array(let names): names.compactMap(\.stringValue)
    default: []
    }
  }

  static func value(_ value: JSON, isOf type: String) -> Bool {
    switch value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let number):
      type == "number" || type == "integer" && Decimal(number.literal).isInteger
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }

  static func article(_ type: String) -> String {
    switch type {
    case "null": "null"
    case "boolean": "true or false"
    case "integer", "array", "object": "an \(type)"
    default: "a \(type)"
    }
  }

  /// `a`, `a or b`, `a, b or c`, each once.
  static func anyOf(_ words: [String]) -> String {
    var seen: Set<String> = []
    let words = words.filter { seen.insert($0).inserted }
    guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
