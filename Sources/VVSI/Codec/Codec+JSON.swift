import VVSIJSON

extension Codec where Value: Codable {
  /// JSON as Swift's own `Codable` has it.
  ///
  /// Fields that the type does not know are refused.
  public static var json: Codec {
    Codec(
      traits: { Traits.known(of: Value.self) },
      decode: { try JSONText.decode(Value.self, from: $0) },
      write: { try JSONText.encoder.withEncoded($0, $1) })
  }
}

/// The coder behind ``Codec/json``.
enum JSONText {
  static let encoder = JSONTextEncoder()

  private static let decoder: JSONTextDecoder = {
    var decoder = JSONTextDecoder()
    decoder.unknownFields = .reject
    return decoder
  }()

  static func decode<Value: Decodable>(
    _ type: Value.Type, from text: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> Value {
    try decoder.decode(type, from: text)
  }

  static func encode(_ value: some Encodable) throws(JSONError) -> [UInt8] {
    try encoder.encode(value)
  }
}
