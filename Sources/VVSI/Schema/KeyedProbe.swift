/// The probe's keyed container.
struct KeyedProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let probe: Probe
  private let trace: Trace

  init(_ probe: Probe) {
    self.probe = probe
    trace = probe.trace
    if trace.keyNames.isEmpty {
      let keys = Self.keys
      trace.keyNames = keys.map(\.stringValue)
      trace.keyProperties = keys.map { EnumCase.name(of: $0) }
    }
  }

  /// All keys, where they are the cases of an enum.
  private static var keys: [Key] {
    (0..<TypeLayout(Key.self).plainCaseCount).compactMap { TypeLayout.plainCase($0, of: Key.self) }
  }

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    trace.askedForAllKeys = true
    return TypeLayout.plainCase(probe.chosenCase, of: Key.self).map { [$0] } ?? []
  }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) throws -> Bool {
    trace.askedForNil = true
    return probe.isMinimal
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    note(type, key)
    return try probe.placeholder(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    note(type, key, isOptional: true)
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    probe.inside { trace.add("super", $0) }
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    nested(key)
  }

  private func nested(_ key: Key) -> Probe {
    probe.inside { trace.add(key.stringValue, $0) }
  }

  private func note(_ type: any Decodable.Type, _ key: Key, isOptional: Bool = false) {
    trace.add(key.stringValue, .type(type), isOptional: isOptional)
  }

  private func blank<Value: Placeholder>(_ type: Value.Type, _ key: Key) -> Value {
    note(type, key)
    return probe.blank(type)
  }

  private func none<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
    note(type, key, isOptional: true)
    return nil
  }
}

extension KeyedProbe {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { blank(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { blank(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { blank(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { blank(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { blank(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { blank(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { blank(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { blank(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { blank(type, key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { blank(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { blank(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { blank(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { blank(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { blank(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { blank(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { blank(type, key) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { none(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { none(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { none(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { none(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { none(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { none(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { none(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { none(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { none(type, key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { none(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { none(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { none(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { none(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { none(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { none(type, key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { none(type, key) }
}
