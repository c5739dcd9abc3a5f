/// A decoder of an array of bytes, and of nothing else.
struct ByteDecoder: Decoder {
  let bytes: [UInt8]

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw ByteDecoder.onlyBytes
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ByteReader(bytes: bytes) }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw ByteDecoder.onlyBytes
  }

  static var onlyBytes: DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "There are only bytes here."))
  }
}

/// Hands out bytes.
private struct ByteReader: UnkeyedDecodingContainer {
  let bytes: [UInt8]
  var currentIndex = 0

  var codingPath: [any CodingKey] { [] }
  var count: Int? { bytes.count }
  var isAtEnd: Bool { currentIndex >= bytes.count }

  func decodeNil() -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard T.self == UInt8.self, !isAtEnd else { throw ByteDecoder.onlyBytes }
    currentIndex += 1
    return cast(bytes[currentIndex - 1])
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key>
  {
    throw ByteDecoder.onlyBytes
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw ByteDecoder.onlyBytes
  }

  func superDecoder() throws -> any Decoder { throw ByteDecoder.onlyBytes }
}
