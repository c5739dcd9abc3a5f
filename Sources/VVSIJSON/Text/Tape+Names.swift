extension Tape {
  /// Objects with more members than this get an index.
  static let unindexed = 16

  /// The second token of a name that occurs twice in an object whose members are the last tokens.
  ///
  /// A large object gets its index on the way.
  mutating func firstRepeatedName(ofObject object: Int, in base: UnsafePointer<UInt8>) -> Int? {
    let members = Int(tokens[object].count)
    guard members <= Tape.unindexed else { return index(object, members, in: base) }
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: members) { names in
      var name = object + 1
      for member in 0..<members {
        for earlier in 0..<member where tokens[Int(names[earlier])].next == tokens[name].next {
          if namesAreEqual(Int(names[earlier]), name, in: base) { return name }
        }
        names[member] = UInt32(truncatingIfNeeded: name)
        name = Int(tokens[name + 1].next)
      }
      return nil
    }
  }

  private mutating func index(_ object: Int, _ members: Int, in base: UnsafePointer<UInt8>) -> Int?
  {
    let start = slots.count
    let size = 1 << (Int.bitWidth - (members * 2 - 1).leadingZeroBitCount)
    slots.append(contentsOf: repeatElement(0, count: size))
    var name = object + 1
    for _ in 0..<members {
      var slot = Int(tokens[name].next) & (size - 1)
      while slots[start + slot] != 0 {
        let earlier = Int(slots[start + slot])
        if tokens[earlier].next == tokens[name].next, namesAreEqual(earlier, name, in: base) {
          return name
        }
        slot = (slot + 1) & (size - 1)
      }
      slots[start + slot] = UInt32(truncatingIfNeeded: name)
      name = Int(tokens[name + 1].next)
    }
    tokens[object].flags.insert(.indexed)
    append(
      Token(
        offset: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: size),
        next: UInt32(truncatingIfNeeded: count + 1), kind: .index))
    return nil
  }

  func namesAreEqual(_ left: Int, _ right: Int, in base: UnsafePointer<UInt8>) -> Bool {
    let first = tokens[left]
    let second = tokens[right]
    guard first.isComplex || second.isComplex else {
      let bytes = UnsafeBufferPointer(start: base + Int(first.offset), count: Int(first.count))
      return first.count == second.count && equalBytes(bytes, base + Int(second.offset))
    }
    return unescaped(base + Int(first.offset), Int(first.count))
      == unescaped(base + Int(second.offset), Int(second.count))
  }
}
