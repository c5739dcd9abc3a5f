/// A dictionary with strings for keys, decoded straight from an object.
///
/// The standard library would make keys of all names, cast them twice, and look each one up.
protocol StringKeyed {
  static func decode(_ reader: Reader, at index: Int) throws -> Self
}

extension Dictionary: StringKeyed where Key == String, Value: Decodable {
  static func decode(_ reader: Reader, at index: Int) throws -> [String: Value] {
    let tape = reader.state.pointee.tape.tokens
    guard tape[index].kind == .object else {
      throw reader.state.mismatch([String: Value].self, at: index, expected: "an object")
    }
    var values: [String: Value] = Dictionary(minimumCapacity: Int(tape[index].count))
    var name = index + 1
    for _ in 0..<tape[index].count {
      let value = try reader.decode(Value.self, at: name + 1)
      values[tape[name].text(in: reader.state.pointee.text)] = value
      name = Int(tape[name + 1].next)
    }
    return values
  }
}

extension Reader {
  func decodeStringKeyed<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    func decode<D: StringKeyed>(_ type: D.Type) throws -> T {
      cast(try D.decode(self, at: index))
    }
    guard let type = state.stringKeyed(type) else { return try decodeItself(type, at: index) }
    return try decode(type)
  }
}

extension DecodingState.Pointer {
  /// The type as what it is known to conform to, which is asked once, as asking is slow.
  fileprivate func stringKeyed(_ type: Any.Type) -> (any StringKeyed.Type)? {
    let address = unsafeBitCast(type, to: UInt.self)
    if let known = pointee.stringKeyedTypes.value(for: address) {
      return UnsafePointer<(any StringKeyed.Type)?>(bitPattern: known)?.pointee
    }
    let answer = UnsafeMutablePointer<(any StringKeyed.Type)?>.allocate(capacity: 1)
    answer.initialize(to: type as? any StringKeyed.Type)
    pointee.stringKeyedTypes.insert(address, UInt(bitPattern: answer))
    return answer.pointee
  }
}
