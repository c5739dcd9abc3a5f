/// Foundation's types whose form in JSON is not the one that they give themselves.
///
/// Foundation is not linked here, so a value's parts are learned by having it encode itself.
extension Place {
  func writeData<T: Encodable>(_ value: T) throws {
    let bytes = ByteEncoder(nowhere: Place(state: state, serial: .max, depth: .max))
    try value.encode(to: bytes)
    let text = Base64.encode(bytes.bytes)
    state.pointee.output.append(UInt8(ascii: "\""))
    text.withUnsafeBufferPointer { state.pointee.output.append($0) }
    state.pointee.output.append(UInt8(ascii: "\""))
  }

  func writeURL<T: Encodable>(_ value: T) throws {
    let parts = try Place.itsOwnForm(of: value)
    state.pointee.output.append(quoted: FoundationURL(parts).absolute)
  }

  func writeDecimal<T: Encodable>(_ value: T) throws {
    guard let decimal = FoundationDecimal(try Place.itsOwnForm(of: value)) else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: state.pointee.codingPath(through: state.pointee.openCount),
          debugDescription: "JSON has no \(value).",
          underlyingError: EncodingFault(expected: "a finite number", found: "\(value)")))
    }
    state.pointee.output.append(unquoted: decimal.literal)
  }

  /// What a value encodes through `encode(to:)` itself.
  private static func itsOwnForm<T: Encodable>(of value: T) throws -> JSON {
    let (state, place) = EncodingState.pool.take()
    defer {
      state.pointee.close()
      EncodingState.pool.giveBack(state, place)
    }
    try state.writeItself(value)
    return try JSON(parsing: state.pointee.output.withBytes { Array($0) })
  }
}
