/// An array, written element by element.
struct UnkeyedWriter: UnkeyedEncodingContainer {
  let place: Place

  var codingPath: [any CodingKey] { place.codingPath }
  var count: Int { place.count }

  func encodeNil() throws {
    try encode(Null())
  }

  func encode<T: Encodable>(_ value: T) throws {
    guard place.isOpen else { return try place.writeLate(value, member: nil) }
    let (state, depth) = (place.state, place.depth)
    let before = state.pointee.mark(depth)
    state.pointee.beginElement(depth)
    do {
      try place.write(value)
    } catch {
      state.pointee.rollBack(to: before, depth)
      throw error
    }
  }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner>
  {
    nested(.object).keyedContainer(type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedWriter(place: nested(.array))
  }

  func superEncoder() -> any Encoder {
    ValueEncoder(place: nested(.slot))
  }

  private func nested(_ shape: Record.Shape) -> Place {
    guard place.isOpen else { return place.openLate(shape, member: nil) }
    place.state.pointee.beginElement(place.depth)
    return place.state.pointee.openValue(shape, place.state)
  }
}
