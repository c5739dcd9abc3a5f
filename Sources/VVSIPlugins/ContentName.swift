/// A name for what is in a library, made piece by piece: equal for equal bytes.
///
/// No protection against an adversary. Made of every library at every start, so four words are taken side by side: each step
/// waits for the one before.
struct ContentName {
  private static let start: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let step = 32

  private var first = start
  private var second = start
  private var third = start
  private var fourth = start
  private var rest: UInt64 = 0
  private var count = 0

  /// Takes the next bytes; all pieces but the last are a multiple of 32 bytes long.
  mutating func add(_ piece: UnsafeRawBufferPointer) {
    let whole = piece.count & ~(Self.step - 1)
    var offset = 0
    while offset < whole {
      take(&first, piece, offset)
      take(&second, piece, offset &+ 8)
      take(&third, piece, offset &+ 16)
      take(&fourth, piece, offset &+ 24)
      offset &+= Self.step
    }
    if whole < piece.count { rest = shortHash(Array(piece[whole...])) }
    count += piece.count
  }

  @inline(__always)
  private func take(_ lane: inout UInt64, _ piece: UnsafeRawBufferPointer, _ offset: Int) {
    lane = (lane ^ piece.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x100_0000_01B3
    lane ^= lane >> 32
  }

  /// The name; it ends with the number of bytes.
  var text: String {
    let hash = withUnsafeBytes(of: (first, second, third, fourth, rest)) { shortHash(Array($0)) }
    return "\(String(hash, radix: 16))-\(count)"
  }

  /// How many bytes a library of this name has; nil if it is the name of none.
  static func size(of content: String) -> Int? {
    content.split(separator: "-").last.flatMap { Int($0) }
  }
}

/// A short name for bytes, equal for equal bytes (after FNV-1a, a word at a time).
///
/// No protection against an adversary.
package func shortHash(_ bytes: [UInt8]) -> UInt64 {
  bytes.withUnsafeBytes { bytes in
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var offset = 0
    while offset + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = (hash ^ word) &* 0x100_0000_01B3
      hash ^= hash >> 32
      offset += 8
    }
    for byte in bytes[offset...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
