/// Bytes being written: one growing piece of memory.
struct Output: ~Copyable {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int
  var count = 0

  init(capacity: Int = 256) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { base.deallocate() }

  /// Forgets the bytes, and gives back memory that only a very large text needed.
  mutating func reset() {
    count = 0
    guard capacity > 1 << 22 else { return }
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
}
