/// The keys of one key type that were met so far, by their names.
///
/// `init(stringValue:)` of a synthesized key type compares with one case after the other; this is faster.
final class KeyTable<Key: CodingKey> {
  struct Entry {
    let hash: UInt32
    let name: [UInt8]
    /// Nil if the type does not know the name.
    let key: Key?
    /// The key alone, as an enum with payloads asks for it.
    let alone: [Key]
  }

  /// More names are not remembered: they come from a text, not from a type.
  private static var limit: Int { 64 }

  /// Whether the type takes any name, as that of a dictionary does.
  let takesAll: Bool
  private var entries: [Entry] = []
  private var positions = [UInt8](repeating: 0, count: 256)

  init() {
    takesAll = Key(stringValue: "\u{10FFFF}") != nil
  }

  /// What is known of a name.
  func entry(for token: Token, in text: UnsafePointer<UInt8>) -> Entry {
    var slot = Int(token.next & 0xFF)
    while positions[slot] != 0 {
      let entry = entries[Int(positions[slot]) - 1]
      if entry.hash == token.next, !token.isComplex, entry.name.count == Int(token.count),
        entry.name.withUnsafeBufferPointer({
          equalBytes($0, UnsafeBufferPointer(start: text + Int(token.offset), count: $0.count))
        })
      {
        return entry
      }
      slot = (slot + 1) & 0xFF
    }
    return add(token, text, at: slot)
  }

  @inline(never)
  private func add(_ token: Token, _ text: UnsafePointer<UInt8>, at slot: Int) -> Entry {
    let name = VVSIJSON.text(of: token, in: text)
    let key = Key(stringValue: name)
    let entry = Entry(
      hash: token.next, name: Array(name.utf8), key: key, alone: key.map { [$0] } ?? [])
    if !takesAll, !token.isComplex, entries.count < KeyTable.limit {
      entries.append(entry)
      positions[slot] = UInt8(entries.count)
    }
    return entry
  }
}

extension DecodingState {
  /// The table of a key type, made once and kept for good.
  @inline(__always)
  mutating func table<Key: CodingKey>(_ type: Key.Type) -> KeyTable<Key> {
    let address = unsafeBitCast(type as Any.Type, to: UInt.self)
    if let known = keyTypes.value(for: address), let pointer = UnsafeRawPointer(bitPattern: known) {
      return Unmanaged<KeyTable<Key>>.fromOpaque(pointer).takeUnretainedValue()
    }
    let table = KeyTable<Key>()
    keyTypes.insert(address, UInt(bitPattern: Unmanaged.passRetained(table).toOpaque()))
    return table
  }

  /// Those keys of a type that an object has, in the order of the text.
  mutating func keys<Key: CodingKey>(_ type: Key.Type, of object: Int) -> [Key] {
    let table = table(type)
    let count = Int(tape.tokens[object].count)
    if count == 1 { return table.entry(for: tape.tokens[object + 1], in: text).alone }
    var keys: [Key] = []
    keys.reserveCapacity(count)
    var member = object + 1
    for _ in 0..<count {
      if let key = table.entry(for: tape.tokens[member], in: text).key { keys.append(key) }
      member = Int(tape.tokens[member + 1].next)
    }
    return keys
  }

  /// Marks the names of an object that a key type knows.
  mutating func accept<Key: CodingKey>(_ type: Key.Type, of object: Int) {
    let table = table(type)
    tape.tokens[object].flags.insert(.opened)
    var member = object + 1
    for _ in 0..<tape.tokens[object].count {
      if table.takesAll || table.entry(for: tape.tokens[member], in: text).key != nil {
        tape.tokens[member].flags.insert(.accepted)
      }
      member = Int(tape.tokens[member + 1].next)
    }
  }

  /// The first name in an object that was read by keys, none of which is this one.
  func firstUnknownName() -> Int? {
    for object in 0..<tape.count where tape.tokens[object].flags.contains(.opened) {
      var member = object + 1
      for _ in 0..<tape.tokens[object].count {
        if !tape.tokens[member].flags.contains(.accepted) { return member }
        member = Int(tape.tokens[member + 1].next)
      }
    }
    return nil
  }
}
