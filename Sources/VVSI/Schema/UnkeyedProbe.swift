/// The probe's unkeyed container: one element long for a type that asks how long, else as long as the type reads.
struct UnkeyedProbe: UnkeyedDecodingContainer {
  private let probe: Probe
  private let trace: Trace
  private(set) var currentIndex = 0

  init(_ probe: Probe) {
    self.probe = probe
    trace = probe.trace
  }

  var codingPath: [any CodingKey] { [] }

  var count: Int? {
    trace.askedForEnd = true
    return probe.isMinimal ? 0 : 1
  }

  var isAtEnd: Bool {
    trace.askedForEnd = true
    return probe.isMinimal || currentIndex > 0
  }

  mutating func decodeNil() throws -> Bool {
    trace.askedForNil = true
    return false
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    note(type)
    return try probe.placeholder(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nested().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    nested()
  }

  private mutating func nested() -> Probe {
    currentIndex += 1
    return probe.inside { trace.add("", $0) }
  }

  private mutating func note(_ type: any Decodable.Type) {
    currentIndex += 1
    trace.add("", .type(type))
  }

  private mutating func blank<Value: Placeholder>(_ type: Value.Type) -> Value {
    note(type)
    return probe.blank(type)
  }
}

extension UnkeyedProbe {
  mutating func decode(_ type: Bool.Type) throws -> Bool { blank(type) }
  mutating func decode(_ type: String.Type) throws -> String { blank(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { blank(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { blank(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { blank(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { blank(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { blank(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { blank(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { blank(type) }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { blank(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { blank(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { blank(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { blank(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { blank(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { blank(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { blank(type) }
}
