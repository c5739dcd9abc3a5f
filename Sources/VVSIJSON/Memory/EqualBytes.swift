#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Compares a buffer with as many bytes elsewhere.
@inline(__always)
func equalBytes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafePointer<UInt8>) -> Bool {
  guard let start = left.baseAddress else { return true }
  let count = left.count
  guard count <= 16 else { return memcmp(start, right, count) == 0 }
  let (first, second) = (UnsafeRawPointer(start), UnsafeRawPointer(right))
  if count >= 8 {
    return equal(first, second, 0, UInt64.self) && equal(first, second, count &- 8, UInt64.self)
  }
  if count >= 4 {
    return equal(first, second, 0, UInt32.self) && equal(first, second, count &- 4, UInt32.self)
  }
  guard count > 0 else { return true }
  return start[0] == right[0] && start[count &- 1] == right[count &- 1]
    && start[count / 2] == right[count / 2]
}

@inline(__always)
private func equal<Word: FixedWidthInteger>(
  _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ offset: Int, _ type: Word.Type
) -> Bool {
  left.loadUnaligned(fromByteOffset: offset, as: type)
    == right.loadUnaligned(fromByteOffset: offset, as: type)
}
