import Foundation
import VVSIJSON

extension Codec where Value: Codable {
  /// JSON as Swift's own `Codable` has it.
  public static var json: Codec {
    Codec(
      schema: SchemaText.of(Value.self),
      decode: { try JSONText.decode(Value.self, from: $0) },
      encode: { value, text in text += try JSONText.encode(value) })
  }
}

/// The seam behind which the coder is.
enum JSONText {
  static func decode<Value: Decodable>(
    _ type: Value.Type, from text: UnsafeRawBufferPointer
  ) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text))
    } catch let error as DecodingError {
      throw JSONError(error)
    }
  }

  static func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value))
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
