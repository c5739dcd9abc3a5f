/// The encoder that a type gets, which is also the container of a single value.
struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  let place: Place

  var codingPath: [any CodingKey] { place.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { place.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.become(.object)
    return place.keyedContainer(type)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.become(.array)
    return UnkeyedWriter(place: place)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws {
    try encode(Null())
  }

  func encode<T: Encodable>(_ value: T) throws {
    guard place.isOpen else { return try place.writeLate(value) }
    let (state, depth) = (place.state, place.depth)
    guard state.pointee.open[depth].shape == .slot else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: codingPath, debugDescription: "A second value where one is expected."))
    }
    state.pointee.closeInside(depth)
    state.pointee.open[depth].shape = .scalar
    let (count, moves) = (state.pointee.output.count, state.pointee.moves)
    do {
      try place.write(value)
    } catch {
      state.pointee.rollBack(to: depth + 1, count, moves)
      state.pointee.open[depth].shape = .slot
      throw error
    }
  }
}

extension Place {
  /// Makes the value an object or array, if it is nothing else yet.
  @inline(__always)
  func become(_ shape: Record.Shape) {
    guard isOpen else { return becomeLate(shape) }
    let current = state.pointee.open[depth].shape
    guard current != shape else { return }
    guard current == .slot else {
      return state.pointee.refuse(Place.ambiguous)
    }
    state.pointee.closeInside(depth)
    state.pointee.open[depth].shape = shape
    state.pointee.output.append(shape == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    if depth >= state.pointee.depthLimit { state.pointee.checkDepth() }
  }
}

extension EncodingState {
  typealias Containers = ContainerCache<Place>

  /// The containers of a key type, made once and kept for good.
  @inline(__always)
  mutating func containers(_ type: Any.Type) -> UnsafeMutablePointer<Containers> {
    let address = unsafeBitCast(type, to: UInt.self)
    return keyTypes.value(for: address).flatMap(UnsafeMutablePointer.init(bitPattern:))
      ?? addContainers(address)
  }

  @inline(never)
  private mutating func addContainers(_ address: UInt) -> UnsafeMutablePointer<Containers> {
    let containers = UnsafeMutablePointer<Containers>.allocate(capacity: 1)
    containers.initialize(to: Containers())
    keyTypes.insert(address, UInt(bitPattern: containers))
    return containers
  }
}

extension Place {
  /// A container over the object at this place.
  func keyedContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    state.pointee.containers(type).pointee.container(self) {
      KeyedEncodingContainer(KeyedWriter(cell: $0))
    }
  }
}
