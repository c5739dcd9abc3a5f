/// Bytes being written: one growing piece of memory.
struct Output: ~Copyable {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 256) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { base.deallocate() }

  /// Forgets the bytes, and gives back memory that only a very large text needed.
  mutating func reset() {
    count = 0
    guard capacity > 1 << 20 else { return }
    base.deallocate()
    capacity = 256
    base = .allocate(capacity: capacity)
  }

  func withBytes<R, E: Error>(_ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R) throws(E) -> R {
    try body(UnsafeBufferPointer(start: base, count: count))
  }

  /// Drops the last bytes.
  mutating func truncate(_ count: Int) { self.count = min(self.count, count) }

  /// Deletes bytes in the middle.
  mutating func delete(_ range: Range<Int>) {
    (base + range.lowerBound).update(from: base + range.upperBound, count: count - range.upperBound)
    count -= range.count
  }

  /// Moves the bytes from `tail` on to `target`, and what was between behind them.
  mutating func rotate(_ target: Int, _ tail: Int) {
    let moved = Array(UnsafeBufferPointer(start: base + tail, count: count - tail))
    (base + target + moved.count).update(from: base + target, count: tail - target)
    moved.withUnsafeBufferPointer { moved in
      guard let start = moved.baseAddress else { return }
      (base + target).update(from: start, count: moved.count)
    }
  }

  /// Makes room for so many more bytes.
  @inline(__always)
  mutating func reserve(_ extra: Int) {
    if capacity &- count < extra { grow(extra) }
  }

  @inline(never)
  private mutating func grow(_ extra: Int) {
    let larger = max(capacity * 2, count + extra)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    memory.moveInitialize(from: base, count: count)
    base.deallocate()
    base = memory
    capacity = larger
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + count).update(from: start, count: bytes.count)
    count &+= bytes.count
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes a string's bytes as they are.
  mutating func append(unquoted string: String) {
    var string = string
    string.withUTF8 { append($0) }
  }

  /// Writes a string as JSON has it.
  mutating func append(quoted string: String) {
    var string = string
    string.withUTF8 { append(quoted: $0) }
  }

  /// Writes a member's name and colon, with a comma before it if it is not the first.
  @inline(__always)
  mutating func appendName(_ name: UnsafeBufferPointer<UInt8>, isFirst: Bool) {
    if !isFirst { append(UInt8(ascii: ",")) }
    append(quoted: name)
    append(UInt8(ascii: ":"))
  }

  /// Writes an integer's digits.
  @inline(__always)
  mutating func append<T: FixedWidthInteger>(integer value: T) {
    reserve(20)
    var rest = UInt64(value.magnitude)
    if value < 0 { append(UInt8(ascii: "-")) }
    var digits = 1
    var bound: UInt64 = 10
    while digits < 20, rest >= bound {
      digits &+= 1
      bound = digits < 20 ? bound &* 10 : .max
    }
    var position = count &+ digits
    count = position
    repeat {
      position &-= 1
      base[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest != 0
  }

  /// Writes a finite number with the fewest digits that give it back.
  @inline(__always)
  mutating func append<T: BinaryFloatingPoint & LosslessStringConvertible>(floatingPoint value: T) {
    // Below this, all digits of a whole number count.
    let exact = T(sign: .plus, exponent: T.Exponent(T.significandBitCount + 1), significand: 1)
    if value.magnitude < exact, value == value.rounded(.towardZero), !isNegativeZero(value) {
      append(integer: Int64(value))
    } else {
      append(unquoted: shortest(value))
    }
  }

  @inline(__always)
  private func isNegativeZero(_ value: some BinaryFloatingPoint) -> Bool {
    value == 0 && value.sign == .minus
  }

  /// Writes UTF-8 as a JSON string.
  mutating func append(quoted text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count + 2)
    append(UInt8(ascii: "\""))
    var start = 0
    while true {
      let end = plainPrefix(of: text, from: start)
      append(UnsafeBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { break }
      appendEscape(text[end])
      start = end + 1
    }
    append(UInt8(ascii: "\""))
  }

  @inline(never)
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

/// The end of the bytes from `start` on that a JSON string holds as they are.
@inline(__always)
private func plainPrefix(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  guard let base = text.baseAddress else { return 0 }
  let ones: UInt64 = 0x0101_0101_0101_0101
  var position = start
  while text.count &- position >= 8 {
    let word = UnsafeRawPointer(base).loadUnaligned(fromByteOffset: position, as: UInt64.self)
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5C)
    let special =
      (word &- (ones &* 0x20)) & ~word | (quote &- ones) & ~quote | (slash &- ones) & ~slash
    let hits = special & (ones &* 0x80)
    guard hits == 0 else { return position &+ hits.trailingZeroBitCount / 8 }
    position &+= 8
  }
  while position < text.count {
    let byte = base[position]
    guard byte >= 0x20, byte != 0x22, byte != 0x5C else { return position }
    position &+= 1
  }
  return position
}
