extension DecodingState.Pointer {
  /// The value of the member that a key names, or nil; `advancing` expects the next member to be asked for next.
  @inline(__always)
  func find(_ key: some CodingKey, in object: Int, advancing: Bool) -> Int? {
    var name = key.stringValue
    return name.withUTF8 { find($0, in: object, advancing: advancing) }
  }

  @inline(__always)
  private func find(
    _ name: UnsafeBufferPointer<UInt8>, in object: Int, advancing: Bool
  ) -> Int? {
    let hint = Int(pointee.tape.tokens[object].hint)
    var found = object &+ hint
    if hint == 0 || found >= Int(pointee.tape.tokens[object].next) || !says(name, found) {
      guard let member = search(name, in: object) else { return nil }
      found = member
    }
    if advancing {
      let distance = Int(pointee.tape.tokens[found &+ 1].next) &- object
      pointee.tape.tokens[object].hint = UInt16(exactly: distance) ?? 0
    }
    return found &+ 1
  }

  @inline(never)
  private func search(_ name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
    let token = pointee.tape.tokens[object]
    if token.flags.contains(.indexed) {
      return lookUp(name, Int(token.next) - 1) ?? searchEqual(name, in: object)
    }
    var member = object + 1
    for _ in 0..<token.count {
      if says(name, member) { return member }
      member = Int(pointee.tape.tokens[member + 1].next)
    }
    return searchEqual(name, in: object)
  }

  /// Looks for a name that is this one as a string, though not as bytes: an accent may be written in two ways.
  private func searchEqual(_ name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
    guard name.contains(where: { $0 >= 0x80 }) else { return nil }
    let string = String(decoding: name, as: UTF8.self)
    var member = object + 1
    for _ in 0..<pointee.tape.tokens[object].count {
      if pointee.tape.tokens[member].text(in: pointee.text) == string { return member }
      member = Int(pointee.tape.tokens[member + 1].next)
    }
    return nil
  }

  /// Looks into the index at the end of a large object.
  private func lookUp(_ name: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
    let start = name.baseAddress ?? pointee.text
    let (first, mask) = (
      Int(pointee.tape.tokens[index].offset), Int(pointee.tape.tokens[index].count) - 1
    )
    var slot = Int(hashOfName(start, name.count, seed: hashSeed)) & mask
    while pointee.tape.slots[first + slot] != 0 {
      let member = Int(pointee.tape.slots[first + slot])
      if says(name, member) { return member }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Whether the name at a token is this one.
  @inline(__always)
  private func says(_ name: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let token = pointee.tape.tokens[index]
    guard !token.isComplex else { return saysUnescaped(name, token) }
    guard Int(token.count) == name.count, token.kind == .name else { return false }
    return equalBytes(name, pointee.text + Int(token.offset))
  }

  @inline(never)
  private func saysUnescaped(_ name: UnsafeBufferPointer<UInt8>, _ token: Token) -> Bool {
    guard token.kind == .name else { return false }
    return unescaped(pointee.text + Int(token.offset), Int(token.count)).elementsEqual(name)
  }
}
