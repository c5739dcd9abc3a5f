extension Scanner {
  /// A string from its opening quote to its closing one.
  mutating func scanString(_ kind: Token.Kind) throws(JSONError) {
    let start = position + 1
    position = start
    var isComplex = false
    while true {
      skipPlain()
      guard position < count else { throw unexpected("'\"' at the end of the string") }
      let byte = base[position]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        isComplex = true
        try scanEscape()
      } else if byte >= 0x80 {
        try scanMultibyte()
      } else {
        throw unexpected("no control character in a string")
      }
    }
    append(kind, offset: start, count: position - start, isComplex: isComplex)
    position += 1
  }

  /// Skips what needs no look: ASCII that is no quote, backslash or control character.
  @inline(__always)
  private mutating func skipPlain() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    while count &- position >= 8 {
      let word = UnsafeRawPointer(base).loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      let special =
        (word &- (ones &* 0x20)) & ~word | (quote &- ones) & ~quote | (slash &- ones) & ~slash
        | word
      let hits = special & tops
      guard hits == 0 else {
        position &+= UInt64(littleEndian: hits).trailingZeroBitCount / 8
        return
      }
      position &+= 8
    }
    while position < count {
      let byte = base[position]
      guard byte >= 0x20, byte < 0x80, byte != 0x22, byte != 0x5C else { return }
      position &+= 1
    }
  }

  private mutating func scanEscape() throws(JSONError) {
    guard position + 1 < count else { throw unexpected("an escape", at: position) }
    switch base[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"): try scanUnicodeEscape()
    default: throw unexpected("one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u", at: position)
    }
  }

  private mutating func scanUnicodeEscape() throws(JSONError) {
    let start = position
    let unit = try scanHexUnit()
    guard unit & 0xF800 == 0xD800 else { return }
    let isHigh = unit < 0xDC00
    guard isHigh, position + 1 < count, base[position] == UInt8(ascii: "\\"),
      base[position + 1] == UInt8(ascii: "u"), try scanHexUnit() & 0xFC00 == 0xDC00
    else {
      throw failure("invalid_json", "a pair of surrogates", "a single one", at: start)
    }
  }

  /// `\uXXXX` at the position.
  private mutating func scanHexUnit() throws(JSONError) -> UInt16 {
    guard position + 6 <= count, let unit = hexUnit(base + position + 2) else {
      throw unexpected("four hexadecimal digits after \\u", at: position)
    }
    position += 6
    return unit
  }

  /// One scalar of two to four bytes (RFC 3629, table 3-7 of Unicode).
  private mutating func scanMultibyte() throws(JSONError) {
    let length = lengthOfScalar(base + position, count - position)
    guard length > 0 else {
      throw failure("invalid_json", "UTF-8", hexadecimal(base[position]), at: position)
    }
    position += length
  }
}

/// The value of four hexadecimal digits.
func hexUnit(_ digits: UnsafePointer<UInt8>) -> UInt16? {
  var unit: UInt16 = 0
  for index in 0..<4 {
    let digit = digits[index]
    let value: UInt8
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit &- UInt8(ascii: "A") &+ 10
    default: return nil
    }
    unit = unit << 4 | UInt16(value)
  }
  return unit
}

/// How many bytes the well-formed scalar at `bytes` has, which is not ASCII; 0 if it is malformed.
@inline(__always)
private func lengthOfScalar(_ bytes: UnsafePointer<UInt8>, _ available: Int) -> Int {
  let first = bytes[0]
  let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  guard first >= 0xC2, first <= 0xF4, available >= length else { return 0 }
  let second = bytes[1]
  let (lowest, highest): (UInt8, UInt8) =
    switch first {
    case 0xE0: (0xA0, 0xBF)
    case 0xED: (0x80, 0x9F)
    case 0xF0: (0x90, 0xBF)
    case 0xF4: (0x80, 0x8F)
    default: (0x80, 0xBF)
    }
  guard second >= lowest, second <= highest else { return 0 }
  for index in 2..<max(length, 2) where bytes[index] & 0xC0 != 0x80 { return 0 }
  return length
}
