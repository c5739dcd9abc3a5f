/// A dictionary with strings for keys, decoded straight from an object.
///
/// The standard library would make keys of all names, cast them twice, and look each one up.
protocol StringKeyedDecoding {
  static func decode(_ reader: Reader, at index: Int) throws -> Self
}

extension Dictionary: StringKeyedDecoding where Key == String, Value: Decodable {
  static func decode(_ reader: Reader, at index: Int) throws -> [String: Value] {
    let tape = reader.state.pointee.tape.tokens
    guard tape[index].kind == .object else {
      throw reader.state.mismatch([String: Value].self, at: index, expected: "an object")
    }
    let count = Int(tape[index].count)
    var failure: (any Error)?
    // Filled in place: a subscript would ask the runtime for the type of the optional value each time. From the end on,
    // since of names that are equal as strings the one behind wins there, and the first one does in Foundation.
    let members = Dictionary(_unsafeUninitializedCapacity: count, allowingDuplicates: true) {
      (names, values) in
      var name = index + 1
      for place in (0..<count).reversed() {
        do {
          values.initializeElement(at: place, to: try reader.decode(Value.self, at: name + 1))
        } catch {
          failure = error
          names.extracting(place + 1..<count).deinitialize()
          values.extracting(place + 1..<count).deinitialize()
          return 0
        }
        names.initializeElement(at: place, to: tape[name].text(in: reader.state.pointee.text))
        name = Int(tape[name + 1].next)
      }
      return count
    }
    if let failure { throw failure }
    return members
  }
}

extension Reader {
  func decodeStringKeyed<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    func decode<D: StringKeyedDecoding>(_ type: D.Type) throws -> T {
      cast(try D.decode(self, at: index))
    }
    let known = state.pointee.stringKeyedTypes.conformance(
      of: type, (any StringKeyedDecoding.Type).self)
    guard let known else { return try decodeItself(type, at: index) }
    return try decode(known)
  }
}
