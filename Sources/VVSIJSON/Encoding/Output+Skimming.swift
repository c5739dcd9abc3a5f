/// Reading what we wrote ourselves, which is known to be well-formed.
extension Output {
  /// A member and its value inside an object's members; the member with one comma, if there are others.
  func member(_ name: String, in bounds: Range<Int>) -> (whole: Range<Int>, value: Range<Int>)? {
    var wanted = Output()
    wanted.append(quoted: name)
    var position = bounds.lowerBound
    while position < bounds.upperBound {
      let nameEnd = endOfString(position)
      let valueEnd = endOfValue(nameEnd + 1, bounds.upperBound)
      if equals(wanted, position..<nameEnd) {
        return (withComma(position..<valueEnd, bounds), nameEnd + 1..<valueEnd)
      }
      position = valueEnd + 1
    }
    return nil
  }

  private func equals(_ other: borrowing Output, _ range: Range<Int>) -> Bool {
    other.count == range.count && other.withBytes { equalBytes($0, base + range.lowerBound) }
  }

  private func withComma(_ member: Range<Int>, _ bounds: Range<Int>) -> Range<Int> {
    if member.upperBound < bounds.upperBound { return member.lowerBound..<member.upperBound + 1 }
    return max(member.lowerBound - 1, bounds.lowerBound)..<member.upperBound
  }

  /// The last name inside an object's members, which may end with a value that is not finished.
  func lastName(in bounds: Range<Int>) -> String? {
    var position = bounds.lowerBound
    var last: Range<Int>?
    while position < bounds.upperBound {
      let nameEnd = endOfString(position)
      last = position + 1..<nameEnd - 1
      position = endOfValue(nameEnd + 1, bounds.upperBound) + 1
    }
    guard let last else { return nil }
    return String(decoding: unescaped(base + last.lowerBound, last.count), as: UTF8.self)
  }

  /// How many members or elements a finished container has.
  func countChildren(_ range: Range<Int>) -> Int {
    let isObject = base[range.lowerBound] == UInt8(ascii: "{")
    var count = 0
    var position = range.lowerBound + 1
    while position < range.upperBound - 1 {
      let value = isObject ? endOfString(position) + 1 : position
      position = endOfValue(value, range.upperBound - 1) + 1
      count += 1
    }
    return count
  }

  /// Behind the closing quote of the string that begins at a position.
  private func endOfString(_ start: Int) -> Int {
    var position = start + 1
    while position < count, base[position] != UInt8(ascii: "\"") {
      position += base[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position + 1
  }

  /// Behind the value that begins at a position, or at the limit if it is not finished.
  private func endOfValue(_ start: Int, _ limit: Int) -> Int {
    var position = start
    var depth = 0
    while position < limit {
      switch base[position] {
      case UInt8(ascii: "\""):
        position = endOfString(position)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 0: return position
      default: break
      }
      position += 1
    }
    return limit
  }
}
