import Foundation
import VVSIJSON

extension Codec where Value: Codable {
  /// JSON as Swift's own `Codable` has it.
  public static var json: Codec {
    Codec(
      decode: { text in
        do {
          return try JSONDecoder().decode(Value.self, from: Data(text))
        } catch let error as DecodingError {
          throw JSONError(error)
        }
      },
      encode: { value, text in
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        text += try encoder.encode(value)
      })
  }
}

extension JSONError {
  fileprivate init(_ error: DecodingError) {
    let (code, context) =
      switch error {
      case .keyNotFound(_, let context): ("missing_field", context)
      case .dataCorrupted(let context) where context.codingPath.isEmpty: ("invalid_json", context)
      case .dataCorrupted(let context), .typeMismatch(_, let context),
        .valueNotFound(_, let context):
        ("invalid_payload", context)
      @unknown default:
        ("invalid_payload", DecodingError.Context(codingPath: [], debugDescription: ""))
      }
    let path = context.codingPath.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }
    self.init(
      code: code, path: path.joined(), line: 0, column: 0, expected: "a value of the type",
      found: context.debugDescription)
  }
}
