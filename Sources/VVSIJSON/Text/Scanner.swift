/// Reads one JSON text (RFC 8259) into a tape, in one pass, and checks all of it: grammar, UTF-8, names that
/// occur twice, depth.
struct Scanner: ~Copyable {
  let base: UnsafePointer<UInt8>
  let count: Int
  let depthLimit: Int
  var position = 0
  var depth = 0
  var tape: Tape

  /// No container is open.
  static let none = UInt32.max
  /// The innermost open container; until it is closed, its `next` holds the one around it.
  var open = Scanner.none

  init(_ text: UnsafeBufferPointer<UInt8>, depthLimit: Int, into tape: consuming Tape) {
    // Of an empty text nothing is read.
    base = text.baseAddress ?? UnsafePointer(OpaquePointer(tape.tokens))
    count = text.count
    self.depthLimit = depthLimit
    self.tape = tape
  }

  /// Scans the whole text.
  mutating func scan() throws(JSONError) {
    skipSpace()
    try scanValue()
    while open != Scanner.none {
      try scanSeparator()
    }
    skipSpace()
    guard position == count else { throw unexpected("the end of the text") }
  }

  /// The tape, for who scans no more.
  consuming func finish() -> Tape { tape }

  /// What follows a value inside a container: a comma and the next value, or the end of the container.
  @inline(__always)
  private mutating func scanSeparator() throws(JSONError) {
    skipSpace()
    let isObject = tape.tokens[Int(open)].kind == .object
    guard position < count else { throw unexpected(isObject ? "',' or '}'" : "',' or ']'") }
    switch base[position] {
    case UInt8(ascii: ","):
      position += 1
      skipSpace()
      if isObject { try scanName() }
      try scanValue()
    case UInt8(ascii: "}") where isObject: try closeObject()
    case UInt8(ascii: "]") where !isObject: closeContainer()
    default: throw unexpected(isObject ? "',' or '}'" : "',' or ']'")
    }
  }

  /// One value; of a container that is not empty, all up to its first scalar.
  private mutating func scanValue() throws(JSONError) {
    while true {
      guard position < count else { throw unexpected("a value") }
      switch base[position] {
      case UInt8(ascii: "\""):
        try scanString(.string)
        return countElement()
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        try scanNumber()
        return countElement()
      case UInt8(ascii: "{"):
        try openContainer(.object)
        if position < count, base[position] == UInt8(ascii: "}") { return try closeObject() }
        try scanName()
      case UInt8(ascii: "["):
        try openContainer(.array)
        if position < count, base[position] == UInt8(ascii: "]") { return closeContainer() }
      default:
        try scanWord()
        return countElement()
      }
    }
  }

  /// `null`, `true` or `false`.
  private mutating func scanWord() throws(JSONError) {
    let (word, kind): (StaticString, Token.Kind) =
      switch base[position] {
      case UInt8(ascii: "t"): ("true", .yes)
      case UInt8(ascii: "f"): ("false", .no)
      case UInt8(ascii: "n"): ("null", .null)
      default: throw unexpected("a value")
      }
    let length = word.utf8CodeUnitCount
    for offset in 0..<length {
      guard position + offset < count, base[position + offset] == word.utf8Start[offset] else {
        throw unexpected("'\(word)'", at: position)
      }
    }
    append(kind, offset: position, count: length)
    position += length
  }

  private mutating func scanName() throws(JSONError) {
    guard position < count, base[position] == UInt8(ascii: "\"") else {
      throw unexpected("a name in quotes")
    }
    let index = tape.count
    try scanString(.name)
    tape.tokens[index].next = hash(of: tape.tokens[index])
    skipSpace()
    guard position < count, base[position] == UInt8(ascii: ":") else { throw unexpected("':'") }
    position += 1
    skipSpace()
  }

  private func hash(of name: Token) -> UInt32 {
    let start = base + Int(name.offset)
    guard name.isComplex else { return hashOfName(start, Int(name.count), seed: hashSeed) }
    return unescaped(start, Int(name.count)).withUnsafeBufferPointer {
      hashOfName($0.baseAddress ?? start, $0.count, seed: hashSeed)
    }
  }

  // MARK: Containers

  private mutating func openContainer(_ kind: Token.Kind) throws(JSONError) {
    guard depth < depthLimit else {
      throw failure("too_deep", "at most \(depthLimit) levels", "one more", at: position)
    }
    depth += 1
    let index = UInt32(truncatingIfNeeded: tape.count)
    tape.append(Token(offset: UInt32(position), count: 0, next: open, kind: kind, hint: 1))
    open = index
    position += 1
    skipSpace()
  }

  private mutating func closeContainer() {
    let index = Int(open)
    open = tape.tokens[index].next
    tape.tokens[index].next = UInt32(truncatingIfNeeded: tape.count)
    depth -= 1
    position += 1
    countElement()
  }

  private mutating func closeObject() throws(JSONError) {
    let index = Int(open)
    if tape.tokens[index].count > 1, let twice = tape.firstRepeatedName(ofObject: index, in: base) {
      throw repeatedName(twice)
    }
    closeContainer()
  }

  /// Counts a finished value for the container that it is in.
  @inline(__always)
  private mutating func countElement() {
    guard open != Scanner.none else { return }
    tape.tokens[Int(open)].count &+= 1
  }

  // MARK: Pieces

  @inline(__always)
  mutating func append(_ kind: Token.Kind, offset: Int, count: Int, isComplex: Bool = false) {
    tape.append(
      Token(
        offset: UInt32(truncatingIfNeeded: offset), count: UInt32(truncatingIfNeeded: count),
        next: UInt32(truncatingIfNeeded: tape.count &+ 1), kind: kind,
        flags: isComplex ? .complex : []))
  }

  @inline(__always)
  mutating func skipSpace() {
    while position < count {
      let byte = base[position]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
        return
      }
      position &+= 1
    }
  }
}
