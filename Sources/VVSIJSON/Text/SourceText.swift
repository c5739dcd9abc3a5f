/// The bytes of a text that is being scanned.
///
/// All functions take a place and return the one behind what they passed over.
struct SourceText {
  let base: UnsafePointer<UInt8>
  let count: Int
  private let seed = hashSeed

  init(base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  @inline(__always)
  func skipSpace(_ place: Int) -> Int {
    place < count && base[place] <= 0x20 ? skipMoreSpace(place) : place
  }

  @inline(never)
  private func skipMoreSpace(_ start: Int) -> Int {
    var place = start
    while place < count {
      let byte = base[place]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      place &+= 1
    }
    return place
  }

  @inline(__always)
  func skipDigits(_ start: Int) -> Int {
    var place = start
    while place < count, isDigit(base[place]) { place &+= 1 }
    return place
  }

  /// Skips what needs no look in a string: ASCII that is no quote, backslash or control character.
  @inline(__always)
  func skipPlain(_ start: Int) -> Int {
    var place = start
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    while count &- place >= 8 {
      let word = UnsafeRawPointer(base).loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      // Each finds its byte or, above it, what is none; the lowest is always true.
      let control = (word &- (ones &* 0x20)) & ~word
      let hits = (control | (quote &- ones) & ~quote | (slash &- ones) & ~slash | word) & tops
      guard hits == 0 else { return place &+ hits.littleEndian.trailingZeroBitCount / 8 }
      place &+= 8
    }
    while place < count {
      let byte = base[place]
      guard byte >= 0x20, byte < 0x80, byte != 0x22, byte != 0x5C else { return place }
      place &+= 1
    }
    return place
  }

  /// The hash of what a name says.
  @inline(__always)
  func hash(of name: Token) -> UInt32 {
    guard !name.isComplex else { return hashUnescaped(name) }
    return hashOfName(base + Int(name.offset), Int(name.count), seed: seed)
  }

  @inline(never)
  private func hashUnescaped(_ name: Token) -> UInt32 {
    let start = base + Int(name.offset)
    return unescaped(start, Int(name.count)).withUnsafeBufferPointer {
      hashOfName($0.baseAddress ?? start, $0.count, seed: seed)
    }
  }
}

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool {
  byte &- UInt8(ascii: "0") < 10
}
