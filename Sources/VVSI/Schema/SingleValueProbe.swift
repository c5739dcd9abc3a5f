/// The probe's container for a single value.
struct SingleValueProbe: SingleValueDecodingContainer {
  private let probe: Probe
  private let trace: Trace

  init(_ probe: Probe) {
    self.probe = probe
    trace = probe.trace
  }

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    trace.askedForNil = true
    return probe.isMinimal
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    trace.add("", .type(type))
    return try probe.placeholder(type)
  }

  private func blank<Value: Placeholder>(_ type: Value.Type) -> Value {
    trace.add("", .type(type))
    return probe.blank(type)
  }
}

extension SingleValueProbe {
  func decode(_ type: Bool.Type) throws -> Bool { blank(type) }
  func decode(_ type: String.Type) throws -> String { blank(type) }
  func decode(_ type: Double.Type) throws -> Double { blank(type) }
  func decode(_ type: Float.Type) throws -> Float { blank(type) }
  func decode(_ type: Int.Type) throws -> Int { blank(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { blank(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { blank(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { blank(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { blank(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { blank(type) }
  func decode(_ type: UInt.Type) throws -> UInt { blank(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { blank(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { blank(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { blank(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { blank(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { blank(type) }
}
