/// What is known of types, by their addresses.
struct PointerTable: ~Copyable {
  private struct Entry {
    /// 0 if the entry is free.
    var key: UInt = 0
    var value: UInt = 0
  }

  private var entries: UnsafeMutablePointer<Entry>
  private var mask: Int
  private var used = 0

  init() {
    mask = 63
    entries = .allocate(capacity: 64)
    entries.initialize(repeating: Entry(), count: 64)
  }

  deinit { entries.deallocate() }

  /// What was stored for a key, or nil.
  @inline(__always)
  func value(for key: UInt) -> UInt? {
    var position = PointerTable.hash(key) & mask
    while entries[position].key != key {
      if entries[position].key == 0 { return nil }
      position = (position &+ 1) & mask
    }
    return entries[position].value
  }

  /// Stores the value of a key that is not there yet.
  @inline(never)
  mutating func insert(_ key: UInt, _ value: UInt) {
    if used * 2 > mask { grow() }
    place(Entry(key: key, value: value))
    used += 1
  }

  /// A type as what it is known to conform to, which is asked once, as asking is slow; one protocol for each table.
  mutating func conformance<P>(of type: Any.Type, _ conforming: P.Type) -> P? {
    let address = unsafeBitCast(type, to: UInt.self)
    if let known = value(for: address) { return UnsafePointer<P?>(bitPattern: known)?.pointee }
    let answer = UnsafeMutablePointer<P?>.allocate(capacity: 1)
    answer.initialize(to: type as? P)
    insert(address, UInt(bitPattern: answer))
    return answer.pointee
  }

  private mutating func grow() {
    let (old, count) = (entries, mask + 1)
    entries = .allocate(capacity: count * 2)
    entries.initialize(repeating: Entry(), count: count * 2)
    mask = count * 2 - 1
    for position in 0..<count where old[position].key != 0 { place(old[position]) }
    old.deallocate()
  }

  private func place(_ entry: Entry) {
    var position = PointerTable.hash(entry.key) & mask
    while entries[position].key != 0 { position = (position + 1) & mask }
    entries[position] = entry
  }

  @inline(__always)
  private static func hash(_ key: UInt) -> Int {
    Int(truncatingIfNeeded: key >> 4 ^ key >> 12)
  }
}
