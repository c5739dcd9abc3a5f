/// What one encoding works with: the output, the levels that are open, what is known of types.
///
/// Values are written straight to the output. A container that is written to after something behind it was begun is the
/// exception: what is written then is moved to its place (see `EncodingState+Late.swift`).
struct EncodingState: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<EncodingState>

  var output = Output()
  private(set) var open: UnsafeMutablePointer<Record>
  private var openCapacity = 32
  private(set) var openCount = 0
  /// Rises with every record, over all encodings.
  private(set) var serial: UInt64 = 0
  /// Closed containers of the values being written; most often none.
  var closed: [ClosedRecord] = []
  /// The names of large objects that are open, the innermost last.
  var largeObjects: [(serial: UInt64, hashes: Set<UInt32>)] = []
  var options = JSONTextEncoder()
  var types = PointerTable()
  /// The first misuse that could not be thrown where it happened.
  var misuse: EncodingError?
  /// The error that is on its way out, and the way to where it was thrown.
  var failure: (error: any Error, path: String)?
  /// Rises whenever bytes were moved.
  var moves = 0

  static let pool = Pool<EncodingState> {
    let state = Pointer.allocate(capacity: 1)
    state.initialize(to: EncodingState())
    return state
  }

  private init() {
    open = .allocate(capacity: openCapacity)
  }

  deinit { open.deallocate() }

  /// Finishes an encoding: what was handed out finds no record any more.
  mutating func close() {
    openCount = 0
    output.reset()
    if !closed.isEmpty { closed = [] }
    if !largeObjects.isEmpty { largeObjects = [] }
    misuse = nil
    failure = nil
  }

  // MARK: Records

  @inline(__always)
  func isOpen(_ serial: UInt64, _ depth: Int) -> Bool {
    depth < openCount && open[depth].serial == serial
  }

  /// Opens a level inside those that are open.
  @inline(__always)
  mutating func push(_ shape: Record.Shape) -> (serial: UInt64, depth: Int) {
    if openCount == openCapacity { growOpen() }
    serial &+= 1
    (open + openCount).initialize(to: Record(serial: serial, start: output.count, shape: shape))
    openCount &+= 1
    return (serial, openCount &- 1)
  }

  /// A serial number for what is no open record.
  mutating func nextSerial() -> UInt64 {
    serial += 1
    return serial
  }

  @inline(never)
  private mutating func growOpen() {
    let larger = UnsafeMutablePointer<Record>.allocate(capacity: openCapacity * 2)
    larger.moveInitialize(from: open, count: openCount)
    open.deallocate()
    open = larger
    openCapacity *= 2
  }

  /// Closes the levels from `depth` on, whose containers nobody has any more.
  @inline(__always)
  mutating func pop(to depth: Int) {
    while openCount > depth {
      finish(open[openCount &- 1])
      openCount &-= 1
    }
  }

  /// Closes the levels inside `depth`, whose containers somebody may still have.
  @inline(__always)
  mutating func closeInside(_ depth: Int) {
    if openCount > depth &+ 1 { closeMore(depth) }
  }

  @inline(never)
  private mutating func closeMore(_ depth: Int) {
    while openCount > depth + 1 {
      let record = open[openCount - 1]
      finish(record)
      openCount -= 1
      closed.append(
        ClosedRecord(
          serial: record.serial, start: record.start, end: output.count, count: record.count,
          shape: record.shape))
    }
  }

  /// Drops the levels from `depth` on, and what was written since.
  mutating func rollBack(to depth: Int, _ outputCount: Int, _ movesBefore: Int) {
    openCount = min(openCount, depth)
    closed.removeAll { $0.start >= outputCount }
    if moves == movesBefore {
      output.truncate(outputCount)
    } else {
      refuse("A value failed after containers outside it had been written to.")
    }
  }

  @inline(__always)
  private mutating func finish(_ record: Record) {
    switch record.shape {
    case .scalar: break
    case .object:
      output.append(UInt8(ascii: "}"))
      if record.count > SIMD16<UInt32>.scalarCount {
        largeObjects.removeAll { $0.serial == record.serial }
      }
    case .array: output.append(UInt8(ascii: "]"))
    case .slot: output.append("{}")
    }
  }

  // MARK: Elements

  /// Begins an element of the array at a depth, which becomes the innermost level.
  @inline(__always)
  mutating func beginElement(_ depth: Int) {
    closeInside(depth)
    if open[depth].count > 0 { output.append(UInt8(ascii: ",")) }
    open[depth].count &+= 1
  }

  /// Begins a member of the object at a depth, which becomes the innermost level.
  @inline(__always)
  mutating func beginMember(_ name: UnsafeBufferPointer<UInt8>, _ depth: Int) {
    closeInside(depth)
    if isRepeated(name, depth) { removeMember(name, depth) }
    let count = open[depth].count
    output.appendName(name, isFirst: count == 0)
    open[depth].count = count &+ 1
  }

  /// Whether an object has a member of this name, as far as hashes tell; remembers the name.
  @inline(__always)
  private mutating func isRepeated(_ name: UnsafeBufferPointer<UInt8>, _ depth: Int) -> Bool {
    guard let start = name.baseAddress else { return true }
    let hash = max(hashOfName(start, name.count, seed: hashSeed), 1)
    let count = open[depth].count
    guard count < SIMD16<UInt32>.scalarCount else { return isRepeated(hash, depth) }
    if any(open[depth].hashes .== hash) { return true }
    open[depth].hashes[count] = hash
    return false
  }

  @inline(never)
  private mutating func isRepeated(_ hash: UInt32, _ depth: Int) -> Bool {
    let record = open[depth]
    guard let index = largeObjects.lastIndex(where: { $0.serial == record.serial }) else {
      largeObjects.append((record.serial, [hash]))
      return any(record.hashes .== hash)
    }
    return !largeObjects[index].hashes.insert(hash).inserted || any(record.hashes .== hash)
  }

  /// Notes the first misuse; the whole encoding fails with it.
  @inline(never)
  mutating func refuse(_ reason: String) {
    guard misuse == nil else { return }
    let context = EncodingError.Context(codingPath: [], debugDescription: reason)
    misuse = .invalidValue(reason, context)
  }
}
