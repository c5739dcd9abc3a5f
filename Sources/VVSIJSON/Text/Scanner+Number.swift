extension Scanner {
  /// A number; only its form is checked, its value is nobody's concern yet.
  @inline(__always)
  mutating func scanNumber(_ start: Int) throws(JSONError) -> Int {
    let first = base[start] == UInt8(ascii: "-") ? start &+ 1 : start
    guard first < count, isDigit(base[first]) else { throw unexpected("a digit", first) }
    var place = skipDigits(first &+ 1)
    guard base[first] != UInt8(ascii: "0") || place == first &+ 1 else {
      throw failure("invalid_json", "a number without leading zeros", "one with", start)
    }
    let whole = place
    if place < count, base[place] == UInt8(ascii: ".") || base[place] | 0x20 == UInt8(ascii: "e") {
      place = try scanFraction(place)
    }
    append(.number, start, place &- start, isComplex: place != whole)
    return place
  }

  /// What comes behind the whole part of a number.
  @inline(never)
  private func scanFraction(_ start: Int) throws(JSONError) -> Int {
    var place = start
    if base[place] == UInt8(ascii: ".") { place = try scanDigits(place + 1) }
    guard place < count, base[place] | 0x20 == UInt8(ascii: "e") else { return place }
    place += 1
    if place < count, base[place] == UInt8(ascii: "+") || base[place] == UInt8(ascii: "-") {
      place += 1
    }
    return try scanDigits(place)
  }

  private func scanDigits(_ place: Int) throws(JSONError) -> Int {
    guard place < count, isDigit(base[place]) else { throw unexpected("a digit", place) }
    return skipDigits(place + 1)
  }

  @inline(__always)
  private func skipDigits(_ start: Int) -> Int {
    var place = start
    while place < count, isDigit(base[place]) { place &+= 1 }
    return place
  }
}

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool {
  byte &- UInt8(ascii: "0") < 10
}
