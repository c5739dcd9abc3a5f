/// A place in the text that is being decoded: what decoders and containers are made of.
struct Reader {
  let state: DecodingState.Pointer
  let generation: UInt32
  let position: UInt32

  @inline(__always)
  init(_ state: DecodingState.Pointer, _ index: Int) {
    self.state = state
    generation = state.pointee.generation
    position = UInt32(truncatingIfNeeded: index)
  }

  @inline(__always)
  var index: Int { Int(position) }

  /// Refuses to go on after the decoding that this was made for.
  @inline(__always)
  func check() throws {
    guard state.pointee.generation == generation else { throw Reader.outlived }
  }

  var isAlive: Bool { state.pointee.generation == generation }

  private static var outlived: DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: [], debugDescription: "The decoder was used after its decoding had ended."))
  }

  var codingPath: [any CodingKey] {
    isAlive ? state.codingPath(of: index) : []
  }

  var userInfo: [CodingUserInfoKey: Any] {
    isAlive ? state.pointee.options.userInfo as [CodingUserInfoKey: Any] : [:]
  }

  // MARK: Values

  /// Decodes the value at a token.
  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    if T.self == String.self { return cast(try state.string(at: index)) }
    if T.self == Int.self { return cast(try state.integer(Int.self, at: index)) }
    if T.self == Double.self { return cast(try state.double(at: index)) }
    if T.self == Bool.self { return cast(try state.bool(at: index)) }
    return try decodeOther(type, at: index)
  }

  private func decodeOther<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    if T.self == Float.self { return cast(try state.float(at: index)) }
    if T.self == Int64.self { return cast(try state.integer(Int64.self, at: index)) }
    if T.self == UInt8.self { return cast(try state.integer(UInt8.self, at: index)) }
    if T.self == UInt64.self { return cast(try state.integer(UInt64.self, at: index)) }
    if T.self == Int32.self { return cast(try state.integer(Int32.self, at: index)) }
    if T.self == UInt.self { return cast(try state.integer(UInt.self, at: index)) }
    if T.self == UInt32.self { return cast(try state.integer(UInt32.self, at: index)) }
    if T.self == UInt16.self { return cast(try state.integer(UInt16.self, at: index)) }
    if T.self == Int16.self { return cast(try state.integer(Int16.self, at: index)) }
    if T.self == Int8.self { return cast(try state.integer(Int8.self, at: index)) }
    if T.self == Int128.self { return cast(try state.integer(Int128.self, at: index)) }
    if T.self == UInt128.self { return cast(try state.integer(UInt128.self, at: index)) }
    switch state.pointee.types.kind(of: type) {
    case .plain: return try decodeItself(type, at: index)
    case .strings: return cast(try elements(index) { try $0.string(at: $1) })
    case .integers: return cast(try elements(index) { try $0.integer(Int.self, at: $1) })
    case .doubles: return cast(try elements(index) { try $0.double(at: $1) })
    case .booleans: return cast(try elements(index) { try $0.bool(at: $1) })
    case .stringKeyed: return try decodeStringKeyed(type, at: index)
    case .data: return try decodeData(type, at: index)
    case .url: return try decodeURL(type, at: index)
    case .decimal: return try decodeDecimal(type, at: index)
    }
  }

  func decodeItself<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    do {
      return try T(from: ValueDecoder(reader: Reader(state, index)))
    } catch {
      throw state.passing(error, type, at: index)
    }
  }

  @inline(__always)
  private func elements<T>(
    _ index: Int, _ element: (DecodingState.Pointer, Int) throws -> T
  ) throws -> [T] {
    let token = state.pointee.tape.tokens[index]
    guard token.kind == .array else { throw state.mismatch([T].self, at: index) }
    var elements: [T] = []
    elements.reserveCapacity(Int(token.count))
    for child in index &+ 1..<index &+ 1 &+ Int(token.count) {
      elements.append(try element(state, child))
    }
    return elements
  }
}

/// A value as the same type under its other name.
@inline(__always)
func cast<From, To>(_ value: From) -> To {
  unsafeBitCast(value, to: To.self)
}
