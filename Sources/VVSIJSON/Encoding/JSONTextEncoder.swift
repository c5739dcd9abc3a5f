/// Encodes values as JSON texts, without Foundation.
///
/// What is written says the same as what Foundation's `JSONEncoder` writes by default, for `Date`, `Data`, `URL`, `UUID`
/// and `Decimal` too. Members come in the order in which they are encoded, so that equal values of one type give
/// equal texts, as far as the type's own order is steady (that of a `Set` or `Dictionary` is not).
///
/// An encoder may be used from any thread, and several at a time.
public struct JSONTextEncoder: Sendable {
  /// For types that look for it.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// Whether members are sorted by name (by the bytes of the UTF-8), which takes a second pass.
  public var sortedKeys = false
  /// What stands for infinities and NaN.
  public var nonConformingFloats = JSONNonConformingFloats.reject

  /// Whether there is anything that types or floats may ask for.
  @inline(__always)
  var isSpecial: Bool {
    if case .reject = nonConformingFloats { !userInfo.isEmpty } else { true }
  }

  /// Makes an encoder with the default settings.
  public init() {}

  /// Encodes a value.
  ///
  /// - Throws: ``JSONError`` with `invalid_payload` and the path of the value concerned.
  public func encode<T: Encodable>(_ value: T) throws(JSONError) -> [UInt8] {
    try withEncoded(value) { Array($0) }
  }

  /// Encodes a value and lends the text, which is valid during `body` only, so that nothing is allocated for it.
  ///
  /// - Throws: ``JSONError`` with `invalid_payload` and the path of the value concerned.
  public func withEncoded<T: Encodable, R>(
    _ value: T, _ body: (UnsafeBufferPointer<UInt8>) -> R
  ) throws(JSONError) -> R {
    let (state, place) = EncodingState.pool.take()
    defer {
      state.pointee.close()
      EncodingState.pool.giveBack(state, place)
    }
    state.pointee.begin(self)
    do {
      try state.encodeTopLevel(value)
    } catch {
      throw state.pointee.report(error)
    }
    guard sortedKeys else { return state.pointee.output.withBytes(body) }
    return try sorted(state.pointee.output.withBytes { Array($0) }).withUnsafeBufferPointer(body)
  }

  private func sorted(_ text: [UInt8]) throws(JSONError) -> [UInt8] {
    let limits = JSONLimits(depth: .max, bytes: .max)
    return try JSON(parsing: text, limits: limits).bytes(JSONStyle(sortedKeys: true))
  }
}

extension EncodingState.Pointer {
  fileprivate func encodeTopLevel<T: Encodable>(_ value: T) throws {
    try Place(state: self, serial: 0, depth: 0).write(value)
    guard let misuse = pointee.misuse else { return }
    throw EncodingError.invalidValue(
      value, EncodingError.Context(codingPath: [], debugDescription: misuse))
  }
}
