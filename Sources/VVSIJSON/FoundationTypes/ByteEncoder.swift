/// An encoder that takes an array of bytes, and nothing else.
final class ByteEncoder: Encoder {
  fileprivate(set) var bytes: [UInt8] = []
  /// Where everything else goes: writing there fails the encoding.
  fileprivate let nowhere: ValueEncoder

  init(nowhere: Place) {
    self.nowhere = ValueEncoder(place: nowhere)
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    nowhere.container(keyedBy: type)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ByteWriter(encoder: self) }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    nowhere
  }
}

/// Takes bytes.
private struct ByteWriter: UnkeyedEncodingContainer {
  let encoder: ByteEncoder

  var codingPath: [any CodingKey] { [] }
  var count: Int { encoder.bytes.count }

  func encodeNil() throws { throw ByteWriter.onlyBytes(Int?.none as Any) }

  func encode<T: Encodable>(_ value: T) throws {
    guard T.self == UInt8.self else { throw ByteWriter.onlyBytes(value) }
    encoder.bytes.append(cast(value))
  }

  func encode<S: Sequence>(contentsOf bytes: S) throws where S.Element == UInt8 {
    encoder.bytes.append(contentsOf: bytes)
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    encoder.nowhere.container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.nowhere.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.nowhere }

  private static func onlyBytes(_ value: Any) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: [], debugDescription: "Only bytes are taken here."))
  }
}
