extension Output {
  /// Writes a string as JSON has it.
  @inline(__always)
  mutating func append(quoted string: String) {
    var string = string
    string.withUTF8 { append(quoted: $0) }
  }

  /// Writes UTF-8 as a JSON string.
  @inline(__always)
  mutating func append(quoted text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count &+ 2)
    base[count] = UInt8(ascii: "\"")
    if text.count > 0, !copyPlain(text, to: base + count + 1) {
      count &+= 1
      return appendEscaped(text)
    }
    base[count &+ text.count &+ 1] = UInt8(ascii: "\"")
    count &+= text.count &+ 2
  }

  /// Writes a member's name and colon, with a comma before it if it is not the first.
  @inline(__always)
  mutating func appendName(_ name: UnsafeBufferPointer<UInt8>, isFirst: Bool) {
    if !isFirst { append(UInt8(ascii: ",")) }
    append(quoted: name)
    append(UInt8(ascii: ":"))
  }

  /// Writes the rest of a string that has something to escape, and its closing quote.
  @inline(never)
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for position in text.indices where needsEscape(text[position]) {
      append(UnsafeBufferPointer(rebasing: text[start..<position]))
      appendEscape(text[position])
      start = position + 1
    }
    append(UnsafeBufferPointer(rebasing: text[start...]))
    append(UInt8(ascii: "\""))
  }

  private mutating func appendEscape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    default:
      append(byte < 0x10 ? "u000" : "u001")
      let digit = byte & 0xF
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

@inline(__always)
private func needsEscape(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}

/// Whether one of eight bytes needs an escape.
@inline(__always)
private func needsEscape(_ word: UInt64) -> Bool {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let quote = word ^ (ones &* 0x22)
  let slash = word ^ (ones &* 0x5C)
  let control = (word &- (ones &* 0x20)) & ~word
  return (control | (quote &- ones) & ~quote | (slash &- ones) & ~slash) & (ones &* 0x80) != 0
}

/// Copies a text that is not empty, unless something in it needs an escape; then false.
@inline(__always)
private func copyPlain(
  _ text: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
) -> Bool {
  guard let base = text.baseAddress else { return true }
  let (from, to) = (UnsafeRawPointer(base), UnsafeMutableRawPointer(target))
  let count = text.count
  guard count >= 8 else { return copyShort(from, to, count) }
  var position = 0
  while position < count {
    // The last eight bytes overlap those before.
    let place = min(position, count &- 8)
    let word = from.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    if needsEscape(word) { return false }
    to.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
    position &+= 8
  }
  return true
}

/// Copies one to seven bytes.
@inline(__always)
private func copyShort(
  _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int
) -> Bool {
  if count >= 4 {
    let low = from.loadUnaligned(as: UInt32.self)
    let high = from.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
    to.storeBytes(of: low, as: UInt32.self)
    to.storeBytes(of: high, toByteOffset: count &- 4, as: UInt32.self)
    return !needsEscape(UInt64(high) << 32 | UInt64(low))
  }
  let first = from.load(as: UInt8.self)
  let middle = from.load(fromByteOffset: count / 2, as: UInt8.self)
  let last = from.load(fromByteOffset: count &- 1, as: UInt8.self)
  to.storeBytes(of: first, as: UInt8.self)
  to.storeBytes(of: middle, toByteOffset: count / 2, as: UInt8.self)
  to.storeBytes(of: last, toByteOffset: count &- 1, as: UInt8.self)
  return !needsEscape(first) && !needsEscape(middle) && !needsEscape(last)
}
