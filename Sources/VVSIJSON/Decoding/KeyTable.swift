/// What is known of one key type: names that it was asked about, and containers to use again; kept for good.
///
/// `init(stringValue:)` of a synthesized key type compares with one case after the other; this is faster. The table is
/// not generic, so that the runtime need not be asked for its type.
struct KeyTable: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<KeyTable>

  struct Entry {
    let hash: UInt32
    let name: UnsafeBufferPointer<UInt8>
    let isKnown: Bool
    /// An array of the key alone, as an enum with payloads asks for it; empty if the type does not know the name.
    fileprivate let keys: AnyObject

    @inline(__always)
    func keys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
      unsafeBitCast(keys, to: [Key].self)
    }
  }

  /// More names are not remembered: they come from a text, not from a type.
  private static let limit = 32

  /// Whether the type takes any name, as that of a dictionary does.
  let takesAll: Bool
  var containers = ContainerCache<Reader>()
  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: KeyTable.limit)
  private var count = 0
  /// From the last bits of hashes on, the entries' numbers from 1; 0 where there is none.
  private let slots: UnsafeMutablePointer<UInt8>

  init<Key: CodingKey>(_ type: Key.Type) {
    takesAll = Key(stringValue: "\u{10FFFF}") != nil
    slots = .allocate(capacity: 256)
    slots.initialize(repeating: 0, count: 256)
  }

  /// What is known of a name, or nil if it is none of those that are remembered.
  @inline(__always)
  mutating func entry<Key: CodingKey>(
    _ type: Key.Type, _ token: Token, in text: UnsafePointer<UInt8>
  ) -> UnsafePointer<Entry>? {
    guard !token.isComplex else { return nil }
    var slot = Int(token.next & 0xFF)
    while slots[slot] != 0 {
      let entry = entries + (Int(slots[slot]) &- 1)
      if entry.pointee.hash == token.next, entry.pointee.name.count == Int(token.count),
        equalBytes(entry.pointee.name, text + Int(token.offset))
      {
        return UnsafePointer(entry)
      }
      slot = (slot &+ 1) & 0xFF
    }
    return add(type, token, text, at: slot)
  }

  @inline(never)
  private mutating func add<Key: CodingKey>(
    _ type: Key.Type, _ token: Token, _ text: UnsafePointer<UInt8>, at slot: Int
  ) -> UnsafePointer<Entry>? {
    guard count < KeyTable.limit, !takesAll else { return nil }
    let string = token.text(in: text)
    let keys = Key(stringValue: string).map { [$0] } ?? []
    let name = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: string.utf8.count)
    _ = name.initialize(from: string.utf8)
    (entries + count).initialize(
      to: Entry(
        hash: token.next, name: UnsafeBufferPointer(name), isKnown: !keys.isEmpty,
        keys: unsafeBitCast(keys, to: AnyObject.self)))
    count += 1
    slots[slot] = UInt8(count)
    return UnsafePointer(entries + (count - 1))
  }
}

extension DecodingState.Pointer {
  /// The table of a key type, made once.
  @inline(__always)
  func table<Key: CodingKey>(_ type: Key.Type) -> KeyTable.Pointer {
    let address = unsafeBitCast(type as Any.Type, to: UInt.self)
    return pointee.keyTypes.value(for: address).flatMap(KeyTable.Pointer.init(bitPattern:))
      ?? addTable(type, address)
  }

  @inline(never)
  private func addTable<Key: CodingKey>(
    _ type: Key.Type, _ address: UInt
  ) -> KeyTable.Pointer {
    let table = KeyTable.Pointer.allocate(capacity: 1)
    table.initialize(to: KeyTable(type))
    pointee.keyTypes.insert(address, UInt(bitPattern: table))
    return table
  }

  /// Those keys of a type that an object has, in the order of the pointee.text.
  func keys<Key: CodingKey>(_ type: Key.Type, of object: Int) -> [Key] {
    let table = table(type)
    guard pointee.tape.tokens[object].count == 1,
      let entry = table.pointee.entry(type, pointee.tape.tokens[object + 1], in: pointee.text)
    else { return severalKeys(type, of: object, table) }
    return entry.pointee.keys(type)
  }

  @inline(never)
  private func severalKeys<Key: CodingKey>(
    _ type: Key.Type, of object: Int, _ table: KeyTable.Pointer
  ) -> [Key] {
    var keys: [Key] = []
    keys.reserveCapacity(Int(pointee.tape.tokens[object].count))
    var member = object + 1
    for _ in 0..<pointee.tape.tokens[object].count {
      if let key = key(type, pointee.tape.tokens[member], table) { keys.append(key) }
      member = Int(pointee.tape.tokens[member + 1].next)
    }
    return keys
  }

  private func key<Key: CodingKey>(
    _ type: Key.Type, _ token: Token, _ table: KeyTable.Pointer
  ) -> Key? {
    if let entry = table.pointee.entry(type, token, in: pointee.text) {
      return entry.pointee.keys(type).first
    }
    return Key(stringValue: token.text(in: pointee.text))
  }

  /// Marks the names of an object that a key type knows.
  func accept<Key: CodingKey>(_ type: Key.Type, of object: Int, _ table: KeyTable.Pointer) {
    pointee.tape.tokens[object].flags.insert(.opened)
    var member = object + 1
    for _ in 0..<pointee.tape.tokens[object].count {
      let token = pointee.tape.tokens[member]
      let isKnown =
        table.pointee.takesAll
        || table.pointee.entry(type, token, in: pointee.text)?.pointee.isKnown
          ?? isName(token.text(in: pointee.text), of: type)
      if isKnown { pointee.tape.tokens[member].flags.insert(.accepted) }
      member = Int(pointee.tape.tokens[member + 1].next)
    }
  }

  /// Apart, because a function that makes an optional key asks the runtime for the type of that whenever it is called.
  @inline(never)
  private func isName<Key: CodingKey>(_ name: String, of type: Key.Type) -> Bool {
    Key(stringValue: name) != nil
  }

  /// The first name in an object that was read by keys, none of which is this one.
  func firstUnknownName() -> Int? {
    for object in 0..<pointee.tape.count where pointee.tape.tokens[object].flags.contains(.opened) {
      var member = object + 1
      for _ in 0..<pointee.tape.tokens[object].count {
        if !pointee.tape.tokens[member].flags.contains(.accepted) { return member }
        member = Int(pointee.tape.tokens[member + 1].next)
      }
    }
    return nil
  }
}
