/// The tokens of one text, and the memory that they live in.
///
/// Scanning fills it, and everything else only reads it: `offset`s refer to the scanned text, which whoever
/// owns the tape keeps beside it.
struct Tape: ~Copyable {
  private(set) var tokens: UnsafeMutablePointer<Token>
  private(set) var capacity: Int
  var count = 0
  /// Memory for so many tokens is kept for the next text.
  private static let kept = 1 << 18
  /// The hash tables of large objects, one after the other.
  var slots: [UInt32] = []

  init(capacity: Int = 64) {
    tokens = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { tokens.deallocate() }

  /// Forgets the tokens, and gives back memory that only a very large text needed.
  mutating func reset() {
    count = 0
    if !slots.isEmpty { slots.removeAll(keepingCapacity: slots.capacity <= Tape.kept) }
    if capacity > Tape.kept { reallocate(64) }
  }

  /// Makes room for the tokens of a text of so many bytes, as far as one can guess.
  mutating func reserve(forBytes bytes: Int) {
    if capacity < bytes / 8 { reallocate(bytes / 8) }
  }

  private mutating func reallocate(_ newCapacity: Int) {
    tokens.deallocate()
    capacity = newCapacity
    tokens = .allocate(capacity: capacity)
  }

  /// A token of null behind the others, for what is not there.
  var sentinel: Int { count }

  /// Puts the sentinel in its place, once all tokens are there.
  mutating func seal() {
    append(Token(offset: 0, count: 0, next: UInt32(truncatingIfNeeded: count + 1), kind: .null))
    count -= 1
  }

  @inline(__always)
  mutating func append(_ token: Token) {
    if count == capacity { grow() }
    tokens[count] = token
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Token>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: tokens, count: count)
    tokens.deallocate()
    tokens = larger
    capacity *= 2
  }
}
