/// A dictionary with strings for keys, encoded straight to an object.
///
/// The standard library would make a key of each name, and names would be looked for among those before.
protocol StringKeyedEncoding {
  func write(at place: Place) throws
}

extension Dictionary: StringKeyedEncoding where Key == String, Value: Encodable {
  func write(at place: Place) throws {
    let depth = place.state.pointee.push(.object).depth
    if depth >= place.state.pointee.checkedFrom { try place.state.pointee.stopIfTooDeep(self) }
    place.state.pointee.output.append(UInt8(ascii: "{"))
    for (name, value) in self {
      place.state.pointee.beginNewMember(name, depth)
      try place.write(value)
    }
    place.state.pointee.pop(to: depth)
  }
}

extension Place {
  func writeStringKeyed<T: Encodable>(_ value: T) throws {
    func write<D: StringKeyedEncoding>(_ type: D.Type) throws {
      try (cast(value) as D).write(at: self)
    }
    let known = state.pointee.stringKeyedTypes.conformance(
      of: T.self, (any StringKeyedEncoding.Type).self)
    guard let known else { return try state.writeItself(value) }
    try write(known)
  }
}
