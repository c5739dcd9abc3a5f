/// An object, read by keys.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let cell: UnsafeMutablePointer<Reader>

  @inline(__always)
  private var reader: Reader { cell.pointee }

  var codingPath: [any CodingKey] { reader.codingPath }

  var allKeys: [Key] {
    guard reader.isAlive else { return [] }
    return reader.state.keys(Key.self, of: reader.index)
  }

  func contains(_ key: Key) -> Bool {
    reader.isAlive && reader.state.find(key, in: reader.index, advancing: false) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try reader.state.isNull(value(key, Never?.self, advancing: false))
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try reader.decode(type, at: value(key, type))
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try reader.check()
    guard let index = reader.state.find(key, in: reader.index, advancing: true),
      !reader.state.isNull(index)
    else { return nil }
    return try reader.decode(type, at: index)
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> {
    try reader.keyedContainer(type, at: value(key, type))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try UnkeyedReader(reader.state, value(key, [Never].self))
  }

  func superDecoder() throws -> any Decoder {
    try superDecoder(PathKey.super)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try superDecoder(key)
  }

  /// A decoder of null if there is no such member, as Foundation has it.
  private func superDecoder(_ key: some CodingKey) throws -> any Decoder {
    try reader.check()
    guard let index = reader.state.find(key, in: reader.index, advancing: true) else {
      return ValueDecoder(reader: Reader(reader.state, reader.state.pointee.tape.sentinel))
    }
    // The key need not be one of the container's own.
    reader.state.pointee.tape.tokens[index - 1].flags.insert(.accepted)
    return ValueDecoder(reader: Reader(reader.state, index))
  }

  @inline(__always)
  private func value(_ key: Key, _ type: Any.Type, advancing: Bool = true) throws -> Int {
    try reader.check()
    guard let index = reader.state.find(key, in: reader.index, advancing: advancing) else {
      throw reader.state.absent(key, type, in: reader.index)
    }
    return index
  }
}

extension Reader {
  /// A container over the object at a token.
  func keyedContainer<Key: CodingKey>(
    _ type: Key.Type, at index: Int
  ) throws -> KeyedDecodingContainer<Key> {
    try check()
    guard state.pointee.tape.tokens[index].kind == .object else {
      throw state.noObject(type, at: index)
    }
    let table = state.table(type)
    if state.pointee.rejectsUnknownFields { state.accept(type, of: index, table) }
    return table.pointee.containers.container(Reader(state, index)) {
      KeyedDecodingContainer(KeyedReader(cell: $0))
    }
  }
}
