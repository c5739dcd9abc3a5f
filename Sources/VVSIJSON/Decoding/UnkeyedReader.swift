/// An array, read element by element.
struct UnkeyedReader: UnkeyedDecodingContainer {
  /// At the array.
  private let reader: Reader
  private var next: UInt32
  private var consumed: UInt32 = 0

  init(_ state: DecodingState.Pointer, _ index: Int) throws {
    guard state.pointee.tape.tokens[index].kind == .array else {
      throw state.mismatch([Any].self, at: index, expected: "an array")
    }
    reader = Reader(state, index)
    next = UInt32(truncatingIfNeeded: index + 1)
  }

  var codingPath: [any CodingKey] { reader.codingPath }
  var count: Int? { reader.isAlive ? Int(total) : nil }
  var currentIndex: Int { Int(consumed) }
  var isAtEnd: Bool { !reader.isAlive || consumed == total }

  @inline(__always)
  private var total: UInt32 { reader.state.pointee.tape.tokens[reader.index].count }

  mutating func decodeNil() throws -> Bool {
    let index = try element(Never?.self)
    guard reader.state.isNull(index) else { return false }
    advance()
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try reader.decode(type, at: try element(type))
    advance()
    return value
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    try reader.check()
    guard consumed < total else { return nil }
    return try decodeNil() ? nil : decode(type)
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let container = try reader.keyedContainer(type, at: try element(type))
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try UnkeyedReader(reader.state, try element([Never].self))
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = ValueDecoder(reader: Reader(reader.state, try element(Never.self)))
    advance()
    return decoder
  }

  /// The token of the element that is next.
  @inline(__always)
  private func element(_ type: Any.Type) throws -> Int {
    try reader.check()
    guard consumed < total else { throw reader.state.atEnd(type, reader.index) }
    return Int(next)
  }

  @inline(__always)
  private mutating func advance() {
    next = reader.state.pointee.tape.tokens[Int(next)].next
    consumed &+= 1
  }
}
