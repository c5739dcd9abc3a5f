extension Scanner {
  /// A number; only its form is checked, its value is nobody's concern yet.
  @inline(__always)
  mutating func scanNumber(_ start: Int) throws(JSONError) -> Int {
    let first = text.base[start] == UInt8(ascii: "-") ? start &+ 1 : start
    guard first < text.count, isDigit(text.base[first]) else { throw unexpected("a digit", first) }
    var place = text.skipDigits(first &+ 1)
    guard text.base[first] != UInt8(ascii: "0") || place == first &+ 1 else {
      throw failure("invalid_json", "a number without leading zeros", "one with", start)
    }
    let whole = place
    if place < text.count,
      text.base[place] == UInt8(ascii: ".") || text.base[place] | 0x20 == UInt8(ascii: "e")
    {
      place = try scanFraction(place)
    }
    append(.number, start, place &- start, isComplex: place != whole)
    return place
  }

  /// What comes behind the whole part of a number.
  @inline(never)
  private func scanFraction(_ start: Int) throws(JSONError) -> Int {
    var place = start
    if text.base[place] == UInt8(ascii: ".") { place = try scanDigits(place + 1) }
    guard place < text.count, text.base[place] | 0x20 == UInt8(ascii: "e") else { return place }
    place += 1
    if place < text.count,
      text.base[place] == UInt8(ascii: "+") || text.base[place] == UInt8(ascii: "-")
    {
      place += 1
    }
    return try scanDigits(place)
  }

  private func scanDigits(_ place: Int) throws(JSONError) -> Int {
    guard place < text.count, isDigit(text.base[place]) else { throw unexpected("a digit", place) }
    return text.skipDigits(place + 1)
  }
}
