/// Decodes values from JSON texts, without Foundation.
///
/// What decodes is equal to what Foundation's `JSONDecoder` decodes by default, `Date`, `Data`, `URL`, `UUID` and
/// `Decimal` included. In addition the text must be RFC 8259 to the letter and have each name once in an object.
///
/// A decoder may be used from any thread, and several at a time.
public struct JSONTextDecoder: Sendable {
  /// What becomes of fields that no key type of their object knows.
  public enum UnknownFields: Sendable {
    /// They are passed over.
    case ignore
    /// They are an error, `unknown_field`.
    case reject
  }

  /// For types that look for it.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// How large and deep a text may be.
  public var limits = JSONLimits.default
  /// What stands for infinities and NaN.
  public var nonConformingFloats = JSONNonConformingFloats.reject
  /// What becomes of unknown fields.
  public var unknownFields = UnknownFields.ignore

  /// Whether there is anything that types or floats may ask for.
  @inline(__always)
  var isSpecial: Bool {
    if case .reject = nonConformingFloats { !userInfo.isEmpty } else { true }
  }

  /// Makes a decoder with the default settings.
  public init() {}

  /// Decodes a value.
  ///
  /// Errors that the type itself throws are told in ``JSONError/found``, behind the value concerned.
  ///
  /// - Throws: ``JSONError`` with any of its codes.
  public func decode<T: Decodable>(
    _ type: T.Type, from text: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> T {
    try limits.check(text.count)
    let (state, place) = DecodingState.pool.take()
    defer {
      state.pointee.close()
      DecodingState.pool.giveBack(state, place)
    }
    try state.pointee.scan(text, self)
    let value: T
    do {
      value = try Reader(state, 0).decode(type, at: 0)
    } catch {
      throw state.report(error)
    }
    if unknownFields == .reject, let name = state.firstUnknownName() {
      throw state.unknownField(name)
    }
    return value
  }

  /// Decodes a value; see ``decode(_:from:)-(_,UnsafeBufferPointer<UInt8>)``.
  public func decode<T: Decodable>(_ type: T.Type, from text: [UInt8]) throws(JSONError) -> T {
    try text.withUnsafeBufferPointer { (text) throws(JSONError) in try decode(type, from: text) }
  }
}

/// What stands for infinities and NaN, which JSON does not have.
public enum JSONNonConformingFloats: Equatable, Sendable {
  /// Nothing: they are errors.
  case reject
  /// These strings.
  case strings(positiveInfinity: String, negativeInfinity: String, nan: String)
}
