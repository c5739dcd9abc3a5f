/// Bytes to value and back, for one type.
///
/// ``json`` serves every `Codable` type. Write one for a type that is not, or for a shape of JSON of your own:
///
/// ```swift
/// let codec = Codec<Level>(
///   decode: { text in try Level(parsing: text) },
///   encode: { level in Array("\(level.number)".utf8) })
/// ```
public struct Codec<Value: Sendable>: Sendable {
  /// Takes a text, which is valid during the call only.
  typealias Reader = (UnsafeBufferPointer<UInt8>) -> Void

  /// What is known of the texts; worked out anew each time.
  let traits: @Sendable () -> Traits
  /// Makes a value from a JSON text, which is valid during the call only.
  public let decode: @Sendable (_ text: UnsafeBufferPointer<UInt8>) throws -> Value
  /// Lends a value's text.
  let write: @Sendable (Value, Reader) throws -> Void

  /// Makes a codec.
  ///
  /// `schema` is a JSON Schema (2020-12) of the texts that `decode` accepts, or empty if there is none. `decode` should
  /// throw a `JSONError` for a text that is no value, so that the reader learns where and why. Equal values must be
  /// encoded as equal texts, or else count as a change of the state.
  public init(
    schema: @autoclosure @escaping @Sendable () -> String = "",
    decode: @escaping @Sendable (_ text: UnsafeBufferPointer<UInt8>) throws -> Value,
    encode: @escaping @Sendable (_ value: Value) throws -> [UInt8]
  ) {
    self.init(
      traits: { Traits(schema: schema(), isSteady: true) }, decode: decode,
      write: { value, read in try encode(value).withUnsafeBufferPointer(read) })
  }

  init(
    traits: @escaping @Sendable () -> Traits,
    decode: @escaping @Sendable (UnsafeBufferPointer<UInt8>) throws -> Value,
    write: @escaping @Sendable (Value, Reader) throws -> Void
  ) {
    self.traits = traits
    self.decode = decode
    self.write = write
  }

  /// A JSON Schema (2020-12) of the texts that are values, or empty.
  public var schema: String { traits().schema }

  /// The JSON text of a value.
  public func encode(_ value: Value) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try write(value) { bytes = Array($0) }
    return bytes
  }

  /// Reads a text and writes what was read.
  func recode(_ text: UnsafeBufferPointer<UInt8>) throws -> [UInt8] {
    try encode(decode(text))
  }
}

/// What is known of the texts of a codec.
struct Traits: Equatable {
  let schema: String
  /// Whether equal values have equal texts.
  let isSteady: Bool
}
