/// Reads one JSON text (RFC 8259) into a tape, in one pass, and checks all of it: grammar, UTF-8, names that
/// occur twice, depth.
///
/// What is common is inlined into one loop, whose place in the text thus stays in a register; what is rare is in functions
/// of its own. All of them take a place and return the one behind what they read.
struct Scanner: ~Copyable {
  let text: SourceText
  private let depthLimit: Int
  private var depth = 0
  private(set) var tape: Tape

  /// No container is open.
  static let none = UInt32.max
  /// The innermost open container; until it is closed, its `next` holds the one around it.
  private(set) var open = Scanner.none

  init(_ text: UnsafeBufferPointer<UInt8>, depthLimit: Int, into tape: consuming Tape) {
    // Of an empty text nothing is read.
    self.text = SourceText(
      base: text.baseAddress ?? UnsafePointer(OpaquePointer(tape.tokens)), count: text.count)
    self.depthLimit = depthLimit
    self.tape = tape
    self.tape.reserve(forBytes: text.count)
  }

  /// The tape, for who scans no more.
  consuming func finish() -> Tape { tape }

  /// Scans the whole text.
  mutating func scan() throws(JSONError) {
    var place = text.skipSpace(0)
    var needsName = false
    values: while true {
      if needsName { place = try scanName(place) }
      place = try scanValue(place, &needsName)
      if place < 0 {
        // A container was opened that is not empty.
        place = ~place
        continue values
      }
      while open != Scanner.none {
        place = text.skipSpace(place)
        guard place < text.count else { throw unexpected(separators, place) }
        needsName = tape.tokens[Int(open)].kind == .object
        switch text.base[place] {
        case UInt8(ascii: ","):
          place = text.skipSpace(place &+ 1)
          continue values
        case UInt8(ascii: "}") where needsName: try closeObject(place)
        case UInt8(ascii: "]") where !needsName: closeContainer()
        default: throw unexpected(separators, place)
        }
        place &+= 1
      }
      place = text.skipSpace(place)
      guard place == text.count else { throw unexpected("the end of the text", place) }
      return
    }
  }

  private var separators: String {
    tape.tokens[Int(open)].kind == .object ? "',' or '}'" : "',' or ']'"
  }

  /// One value, or the beginning of a container up to its first name or element; then the place is complemented.
  @inline(__always)
  private mutating func scanValue(_ start: Int, _ needsName: inout Bool) throws(JSONError) -> Int {
    guard start < text.count else { throw unexpected("a value", start) }
    var place = start
    switch text.base[start] {
    case UInt8(ascii: "\""): place = try scanString(.string, start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): place = try scanNumber(start)
    case UInt8(ascii: "{"):
      place = try openContainer(.object, start)
      needsName = true
      guard place < text.count, text.base[place] == UInt8(ascii: "}") else { return ~place }
      closeContainer()
      return place &+ 1
    case UInt8(ascii: "["):
      place = try openContainer(.array, start)
      needsName = false
      guard place < text.count, text.base[place] == UInt8(ascii: "]") else { return ~place }
      closeContainer()
      return place &+ 1
    default: place = try scanWord(start)
    }
    countElement()
    return place
  }

  /// `null`, `true` or `false`.
  @inline(never)
  private mutating func scanWord(_ place: Int) throws(JSONError) -> Int {
    let (word, kind): (StaticString, Token.Kind) =
      switch text.base[place] {
      case UInt8(ascii: "t"): ("true", .yes)
      case UInt8(ascii: "f"): ("false", .no)
      case UInt8(ascii: "n"): ("null", .null)
      default: throw unexpected("a value", place)
      }
    let length = word.utf8CodeUnitCount
    let bytes = UnsafeBufferPointer(start: word.utf8Start, count: length)
    guard text.count - place >= length, equalBytes(bytes, text.base + place) else {
      throw unexpected("'\(word)'", place)
    }
    append(kind, place, length)
    return place + length
  }

  @inline(__always)
  private mutating func scanName(_ start: Int) throws(JSONError) -> Int {
    guard start < text.count, text.base[start] == UInt8(ascii: "\"") else {
      throw unexpected("a name in quotes", start)
    }
    let index = tape.count
    var place = try scanString(.name, start)
    tape.tokens[index].next = text.hash(of: tape.tokens[index])
    place = text.skipSpace(place)
    guard place < text.count, text.base[place] == UInt8(ascii: ":") else {
      throw unexpected("':'", place)
    }
    return text.skipSpace(place &+ 1)
  }

  // MARK: Containers

  @inline(__always)
  private mutating func openContainer(_ kind: Token.Kind, _ place: Int) throws(JSONError) -> Int {
    guard depth < depthLimit else {
      throw failure("too_deep", "at most \(depthLimit) levels", "one more", place)
    }
    depth &+= 1
    let index = UInt32(truncatingIfNeeded: tape.count)
    tape.append(
      Token(offset: UInt32(truncatingIfNeeded: place), count: 0, next: open, kind: kind, hint: 1))
    open = index
    return text.skipSpace(place &+ 1)
  }

  @inline(__always)
  private mutating func closeContainer() {
    let index = Int(open)
    open = tape.tokens[index].next
    tape.tokens[index].next = UInt32(truncatingIfNeeded: tape.count)
    depth &-= 1
    countElement()
  }

  @inline(__always)
  private mutating func closeObject(_ place: Int) throws(JSONError) {
    let index = Int(open)
    if tape.tokens[index].count > 1,
      let twice = tape.firstRepeatedName(ofObject: index, in: text.base)
    {
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
  mutating func append(_ kind: Token.Kind, _ offset: Int, _ count: Int, isComplex: Bool = false) {
    tape.append(
      Token(
        offset: UInt32(truncatingIfNeeded: offset), count: UInt32(truncatingIfNeeded: count),
        next: UInt32(truncatingIfNeeded: tape.count &+ 1), kind: kind,
        flags: isComplex ? .complex : []))
  }
}
