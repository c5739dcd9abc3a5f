/// Bytes to value and back, for one type.
///
/// ``json`` serves every `Codable` type. Write one for a type that is not, or for a shape of JSON of your own:
///
/// ```swift
/// let codec = Codec<Level>(
///   decode: { bytes in try Level(parsing: bytes) },
///   encode: { level, bytes in bytes += Array("\(level.number)".utf8) })
/// ```
public struct Codec<Value: Sendable>: Sendable {
  /// Makes a value from a JSON text.
  ///
  /// The bytes are valid during the call only.
  public let decode: @Sendable (_ text: UnsafeRawBufferPointer) throws -> Value
  /// Appends a value's JSON text.
  ///
  /// Equal values must give equal texts, or they count as a change of the state.
  public let encode: @Sendable (_ value: Value, _ text: inout [UInt8]) throws -> Void
  /// A JSON Schema (2020-12) of the texts that `decode` accepts, or empty if there is none.
  public let schema: @Sendable () -> String

  /// Makes a codec.
  ///
  /// `decode` should throw a ``JSONError`` for a text that is no value, so that the reader learns where and why.
  public init(
    schema: @autoclosure @escaping @Sendable () -> String = "",
    decode: @escaping @Sendable (_ text: UnsafeRawBufferPointer) throws -> Value,
    encode: @escaping @Sendable (_ value: Value, _ text: inout [UInt8]) throws -> Void
  ) {
    self.schema = schema
    self.decode = decode
    self.encode = encode
  }
}
