/// Makes hashes differ between runs, so that nobody can write names that collide.
let hashSeed = UInt64.random(in: .min ... .max)

/// A hash of a name's bytes, mixed with a seed that nobody outside knows.
@inline(__always)
func hashOfName(_ bytes: UnsafePointer<UInt8>, _ count: Int, seed: UInt64) -> UInt32 {
  let raw = UnsafeRawPointer(bytes)
  var state = seed
  var low: UInt64 = 0
  var high: UInt64 = 0
  if count >= 8 {
    var position = 0
    while count - position > 16 {
      state = mix(
        state ^ raw.loadUnaligned(fromByteOffset: position, as: UInt64.self),
        raw.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self) ^ 0x9E37_79B9_7F4A_7C15)
      position += 16
    }
    let rest = min(position, count - 8)
    low = raw.loadUnaligned(fromByteOffset: rest, as: UInt64.self)
    high = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
  } else if count >= 4 {
    low = UInt64(raw.loadUnaligned(as: UInt32.self))
    high = UInt64(raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
  } else if count > 0 {
    low = UInt64(bytes[0]) << 16 | UInt64(bytes[count / 2]) << 8 | UInt64(bytes[count - 1])
  }
  let mixed = mix(low ^ state, high ^ UInt64(truncatingIfNeeded: count) ^ 0xA076_1D64_78BD_642F)
  return UInt32(truncatingIfNeeded: mixed ^ mixed >> 32)
}

@inline(__always)
private func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
  let product = left.multipliedFullWidth(by: right)
  return product.high ^ product.low
}
