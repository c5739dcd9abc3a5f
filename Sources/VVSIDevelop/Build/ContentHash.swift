/// A 128-bit SipHash-2-4 with a fixed key: equal for equal bytes in any process.
///
/// Names builds by what went into them. It is no defence against someone who forges equal hashes.
struct ContentHash {
  private var v0: UInt64 = 0x736f_6d65_7073_6575
  private var v1: UInt64 = 0x646f_7261_6e64_6f6d ^ 0xee
  private var v2: UInt64 = 0x6c79_6765_6e65_7261
  private var v3: UInt64 = 0x7465_6462_7974_6573
  private var tail: UInt64 = 0
  private var count = 0

  init(key: (UInt64, UInt64) = (0, 0)) {
    v0 ^= key.0
    v1 ^= key.1
    v2 ^= key.0
    v3 ^= key.1
  }

  /// Takes bytes together with their number, so that two parts never run into each other.
  mutating func add(_ part: [UInt8]) {
    var size = UInt64(part.count)
    for _ in 0..<8 {
      take(UInt8(truncatingIfNeeded: size))
      size >>= 8
    }
    update(part)
  }

  /// Takes a text's UTF-8.
  mutating func add(_ text: String) { add(Array(text.utf8)) }

  /// Takes bytes alone.
  mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      var index = 0
      while count % 8 != 0, index < buffer.count {
        take(buffer[index])
        index += 1
      }
      while index + 8 <= buffer.count {
        compress(UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
        count += 8
        index += 8
      }
      while index < buffer.count {
        take(buffer[index])
        index += 1
      }
    }
  }

  /// The 32 hexadecimal digits of what was taken so far.
  func digest() -> String {
    var state = self
    state.compress(state.tail | UInt64(truncatingIfNeeded: count) << 56)
    state.v2 ^= 0xee
    for _ in 0..<4 { state.round() }
    let first = state.v0 ^ state.v1 ^ state.v2 ^ state.v3
    state.v1 ^= 0xdd
    for _ in 0..<4 { state.round() }
    let second = state.v0 ^ state.v1 ^ state.v2 ^ state.v3
    return Self.digits(first.byteSwapped) + Self.digits(second.byteSwapped)
  }

  private static func digits(_ word: UInt64) -> String {
    let text = String(word, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }

  private mutating func take(_ byte: UInt8) {
    tail |= UInt64(byte) << UInt64(count % 8 * 8)
    count += 1
    if count % 8 == 0 {
      compress(tail)
      tail = 0
    }
  }

  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func round() {
    v0 &+= v1
    v1 = (v1 << 13 | v1 >> 51) ^ v0
    v0 = v0 << 32 | v0 >> 32
    v2 &+= v3
    v3 = (v3 << 16 | v3 >> 48) ^ v2
    v0 &+= v3
    v3 = (v3 << 21 | v3 >> 43) ^ v0
    v2 &+= v1
    v1 = (v1 << 17 | v1 >> 47) ^ v2
    v2 = v2 << 32 | v2 >> 32
  }
}
