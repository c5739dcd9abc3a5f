/// An object, written member by member.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let cell: UnsafeMutablePointer<Place>

  @inline(__always)
  private var place: Place { cell.pointee }

  var codingPath: [any CodingKey] { place.codingPath }

  func encodeNil(forKey key: Key) throws {
    try encode(Null(), forKey: key)
  }

  // The commonest types have functions of their own: one for any type must look up which it is.

  func encode(_ value: String, forKey key: Key) throws {
    guard place.isOpen else { return try encodeAny(value, forKey: key) }
    begin(key)
    place.state.pointee.output.append(quoted: value)
  }

  func encode(_ value: Int, forKey key: Key) throws {
    guard place.isOpen else { return try encodeAny(value, forKey: key) }
    begin(key)
    place.state.pointee.output.append(integer: value)
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    guard place.isOpen else { return try encodeAny(value, forKey: key) }
    begin(key)
    place.state.pointee.output.append(value ? "true" : "false")
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try encodeAny(value, forKey: key)
  }

  private func encodeAny<T: Encodable>(_ value: T, forKey key: Key) throws {
    guard place.isOpen else { return try place.writeLate(value, member: key.stringValue) }
    let (state, depth) = (place.state, place.depth)
    let before = state.pointee.mark(depth)
    let isRepeated = beginUncertain(key)
    do {
      try place.write(value)
    } catch {
      state.pointee.rollBack(to: before, depth)
      throw error
    }
    if isRepeated { state.pointee.removeEarlierMember(key.stringValue, depth) }
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> {
    nested(.object, key).keyedContainer(type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    UnkeyedWriter(place: nested(.array, key))
  }

  func superEncoder() -> any Encoder {
    ValueEncoder(place: nested(.slot, PathKey.super))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    ValueEncoder(place: nested(.slot, key))
  }

  private func nested(_ shape: Record.Shape, _ key: some CodingKey) -> Place {
    let name = key.stringValue
    if let place = place.existing(shape, name) { return place }
    guard place.isOpen else {
      place.removeLate(name)
      return place.openLate(shape, member: name)
    }
    begin(key)
    return place.state.pointee.openValue(shape, place.state)
  }

  @inline(__always)
  private func beginUncertain(_ key: some CodingKey) -> Bool {
    var name = key.stringValue
    return name.withUTF8 { place.state.pointee.beginUncertainMember($0, place.depth) }
  }

  @inline(__always)
  private func begin(_ key: some CodingKey) {
    var name = key.stringValue
    name.withUTF8 { place.state.pointee.beginMember($0, place.depth) }
  }
}

extension EncodingState {
  /// Begins a nested container, or a value of which nothing is known.
  @inline(__always)
  mutating func openValue(_ shape: Record.Shape, _ pointer: Pointer) -> Place {
    let (serial, depth) = push(shape)
    switch shape {
    case .object: output.append(UInt8(ascii: "{"))
    case .array: output.append(UInt8(ascii: "["))
    case .slot, .scalar: break
    }
    if depth >= depthLimit { checkDepth() }
    return Place(state: pointer, serial: serial, depth: depth)
  }

  /// What is needed to take back a member or element.
  @inline(__always)
  mutating func mark(_ depth: Int) -> (output: Int, count: Int, moves: Int) {
    closeInside(depth)
    return (output.count, open[depth].count, moves)
  }

  /// Takes back the member or element that failed.
  mutating func rollBack(to mark: (output: Int, count: Int, moves: Int), _ depth: Int) {
    rollBack(to: depth + 1, mark.output, mark.moves)
    guard openCount == depth + 1 else { return }
    open[depth].count = mark.count
  }
}
