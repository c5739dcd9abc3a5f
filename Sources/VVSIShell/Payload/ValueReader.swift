import VVSIHost
import VVSIJSON

/// Turns a value as typed into JSON, guided by the type that is wanted.
enum ValueReader {
  /// Reads a value.
  ///
  /// Whether it fits the type in full is left to the schema.
  ///
  /// - Throws: ``Rejection/invalidJSON(_:)`` if an object, an array or a string in quotes is malformed.
  static func read(_ raw: RawValue, for node: SchemaNode?) throws(Rejection) -> JSON {
    switch raw {
    case .text(let text): return .string(text)
    case .json(let text):
      do throws(JSONError) {
        return try JSON(parsing: text)
      } catch {
        throw .invalidJSON(error)
      }
    case .word(let word): return value(of: word, for: node)
    }
  }

  private static func value(of word: String, for node: SchemaNode?) -> JSON {
    let parsed = try? JSON(parsing: word)
    guard let node else { return parsed ?? .string(word) }
    if let parsed, node.accepts(parsed) { return parsed }
    if node.accepts(.string(word)) { return .string(word) }
    return caseWithoutPayload(word, in: node) ?? parsed ?? .string(word)
  }

  /// `red` for `{"red":{}}`.
  private static func caseWithoutPayload(_ word: String, in node: SchemaNode) -> JSON? {
    for option in node.withoutNull.options {
      let properties = option.properties
      guard properties.count == 1, properties[0].name == word,
        properties[0].node.properties.isEmpty
      else { continue }
      return .object([word: .object([:])])
    }
    return nil
  }
}
