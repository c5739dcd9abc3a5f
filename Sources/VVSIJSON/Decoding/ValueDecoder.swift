/// The decoder that a type gets, which is also the container of a single value.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let reader: Reader

  var codingPath: [any CodingKey] { reader.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { reader.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try reader.keyedContainer(type, at: reader.index)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try reader.check()
    return try UnkeyedReader(reader.state, reader.index)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool {
    reader.isAlive && reader.state.isNull(reader.index)
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try reader.check()
    return try reader.decode(type, at: reader.index)
  }
}
