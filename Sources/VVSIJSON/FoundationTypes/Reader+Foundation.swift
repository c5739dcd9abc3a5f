/// Foundation's types whose form in JSON is not the one that they give themselves.
///
/// Foundation is not linked here, so a value is made through the type's own `init(from:)`, which is shown a text of the
/// form that it expects.
extension Reader {
  func decodeData<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    let token = state.pointee.tape.tokens[index]
    guard token.kind == .string else { throw state.mismatch(type, at: index) }
    let start = state.pointee.text + Int(token.offset)
    let bytes =
      token.isComplex
      ? unescaped(start, Int(token.count)).withUnsafeBufferPointer(Base64.decode)
      : Base64.decode(UnsafeBufferPointer(start: start, count: Int(token.count)))
    guard let bytes else { throw state.corrupted("a string in Base64", at: index) }
    return try T(from: ByteDecoder(bytes: bytes))
  }

  func decodeURL<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    let token = state.pointee.tape.tokens[index]
    guard token.kind == .string else { throw state.mismatch(type, at: index) }
    let quoted = UnsafeBufferPointer(
      start: state.pointee.text + Int(token.offset) - 1, count: Int(token.count) + 2)
    do {
      return try T(itsOwnForm: Array("{\"relative\":".utf8) + quoted + [UInt8(ascii: "}")])
    } catch {
      throw state.corrupted("a URL in a string", at: index)
    }
  }

  func decodeDecimal<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    let token = state.pointee.tape.tokens[index]
    guard token.kind == .number else { throw state.mismatch(type, at: index) }
    guard let parts = FoundationDecimal(Decimal(token.text(in: state.pointee.text))) else {
      throw state.corrupted("a number in reach of Decimal", at: index)
    }
    return try T(itsOwnForm: parts.text)
  }
}

extension Decodable {
  /// Decodes through `init(from:)` itself.
  fileprivate init(itsOwnForm text: [UInt8]) throws {
    let (state, place) = DecodingState.pool.take()
    defer {
      state.pointee.close()
      DecodingState.pool.giveBack(state, place)
    }
    self = try text.withUnsafeBufferPointer { text in
      try state.pointee.scan(text, JSONTextDecoder())
      return try Self(from: ValueDecoder(reader: Reader(state, 0)))
    }
  }
}
