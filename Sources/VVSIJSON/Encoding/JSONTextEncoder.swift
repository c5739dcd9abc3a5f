/// Encodes values as JSON texts, without Foundation.
///
/// What is written says the same as what Foundation's `JSONEncoder` writes by default, for `Date`, `Data`, `URL`, `UUID`
/// and `Decimal` too. Members come in the order in which they are encoded, so that equal values of one type give
/// equal texts, as far as the type's own order is steady (that of a `Set` or `Dictionary` is not).
///
/// Of values that a type encodes under one name the last counts. What `superEncoder(forKey:)` gives must be written to
/// before that name is used again; later it throws.
///
/// An encoder may be used from any thread, and several at a time.
public struct JSONTextEncoder: Sendable {
  /// For types that look for it.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// Whether members are sorted by name (by the bytes of the UTF-8), which takes a second pass.
  public var sortedKeys = false
  /// How large and deep a text may be: by default as large and deep as a decoder takes it.
  ///
  /// A value is also too deep where the thread's stack has no room for more.
  public var limits = JSONLimits()
  /// What stands for infinities and NaN.
  public var nonConformingFloats = JSONNonConformingFloats.reject

  /// Whether there is anything that is not as it is by default, but for the order of members and the size.
  @inline(__always)
  var isSpecial: Bool {
    guard case .reject = nonConformingFloats else { return true }
    return !userInfo.isEmpty || limits.depth != JSONLimits.usualDepth
  }

  /// Makes an encoder with the default settings.
  public init() {}

  /// Encodes a value.
  ///
  /// - Throws: ``JSONError`` with `invalid_payload` or `too_deep` and the path of the value concerned, or `too_large`.
  public func encode<T: Encodable>(_ value: T) throws(JSONError) -> [UInt8] {
    try withEncoded(value) { Array($0) }
  }

  /// Encodes a value and lends the text, which is valid during `body` only, so that nothing is allocated for it.
  ///
  /// - Throws: ``JSONError`` with `invalid_payload` or `too_deep` and the path of the value concerned, or `too_large`.
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
    if state.pointee.output.count > limits.bytes { try limits.check(state.pointee.output.count) }
    if state.pointee.moves > 0 { try state.pointee.output.check(limits) }
    guard sortedKeys else { return state.pointee.output.withBytes(body) }
    return try sorted(state.pointee.output.withBytes { Array($0) }).withUnsafeBufferPointer(body)
  }

  private func sorted(_ text: [UInt8]) throws(JSONError) -> [UInt8] {
    return try JSON(parsing: text, limits: limits).bytes(JSONStyle(sortedKeys: true))
  }
}

extension Output {
  /// Looks at a text whose containers were written in any order, and may thus be deeper than what was open at a time.
  fileprivate func check(_ limits: JSONLimits) throws(JSONError) {
    guard count > limits.depth * 2 else { return }
    try withBytes { (text) throws(JSONError) in
      var scanner = Scanner(text, depthLimit: limits.depth, into: Tape())
      do throws(JSONError) {
        try scanner.scan()
      } catch {
        var error = error
        (error.line, error.column) = (0, 0)
        throw error
      }
    }
  }
}

extension EncodingState.Pointer {
  fileprivate func encodeTopLevel<T: Encodable>(_ value: T) throws {
    try Place(state: self, serial: 0, depth: 0).write(value)
    if let misuse = pointee.misuse { throw EncodingError.invalidValue(value, misuse.context) }
  }
}
