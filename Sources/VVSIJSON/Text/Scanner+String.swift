extension Scanner {
  /// A string from its opening quote to its closing one.
  @inline(__always)
  mutating func scanString(_ kind: Token.Kind, _ quote: Int) throws(JSONError) -> Int {
    let start = quote &+ 1
    let end = text.skipPlain(start)
    guard end < text.count, text.base[end] == UInt8(ascii: "\"") else {
      return try scanLongString(kind, start, end)
    }
    append(kind, start, end &- start)
    return end &+ 1
  }

  /// A string with escapes or letters beyond ASCII, from the first of these on.
  @inline(never)
  private mutating func scanLongString(
    _ kind: Token.Kind, _ start: Int, _ current: Int
  ) throws(JSONError) -> Int {
    var place = current
    var isComplex = false
    while true {
      guard place < text.count else { throw unexpected("'\"' at the end of the string", place) }
      let byte = text.base[place]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        isComplex = true
        place = try scanEscape(place)
      } else if byte >= 0x80 {
        place = try scanMultibyte(place)
      } else {
        throw unexpected("no control character in a string", place)
      }
      place = text.skipPlain(place)
    }
    append(kind, start, place - start, isComplex: isComplex)
    return place + 1
  }

  private func scanEscape(_ place: Int) throws(JSONError) -> Int {
    guard place + 1 < text.count else { throw unexpected("an escape", place) }
    switch text.base[place + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return place + 2
    case UInt8(ascii: "u"): return try scanUnicodeEscape(place)
    default: throw unexpected("one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u", place)
    }
  }

  private func scanUnicodeEscape(_ place: Int) throws(JSONError) -> Int {
    let unit = try scanHexUnit(place)
    guard unit & 0xF800 == 0xD800 else { return place + 6 }
    let next = place + 6
    guard unit < 0xDC00, next + 1 < text.count, text.base[next] == UInt8(ascii: "\\"),
      text.base[next + 1] == UInt8(ascii: "u"), try scanHexUnit(next) & 0xFC00 == 0xDC00
    else {
      throw failure("invalid_json", "a pair of surrogates", "a single one", place)
    }
    return next + 6
  }

  /// `\uXXXX` at the place.
  private func scanHexUnit(_ place: Int) throws(JSONError) -> UInt16 {
    guard place + 6 <= text.count, let unit = hexUnit(text.base + place + 2) else {
      throw unexpected("four hexadecimal digits after \\u", place)
    }
    return unit
  }

  /// One scalar of two to four bytes (RFC 3629, table 3-7 of Unicode).
  private func scanMultibyte(_ place: Int) throws(JSONError) -> Int {
    let length = lengthOfScalar(text.base + place, text.count - place)
    guard length > 0 else {
      throw failure("invalid_json", "UTF-8", hexadecimal(text.base[place]), place)
    }
    return place + length
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
