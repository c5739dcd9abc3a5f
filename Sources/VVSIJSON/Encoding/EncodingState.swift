/// What one encoding works with: the output, the levels that are open, what is known of types.
///
/// Values are written straight to the output. A container that is written to after something behind it was begun is the
/// exception: what is written then is moved to its place (see `EncodingState+Late.swift`).
struct EncodingState: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<EncodingState>

  var output = Output()
  private(set) var open: UnsafeMutablePointer<Record>
  /// The hashes of the first names of each open object.
  private var hashes: UnsafeMutablePointer<UInt32>
  private var openCapacity = 32
  private(set) var openCount = 0
  /// The first level that is checked for being too deep.
  private(set) var checkedFrom = EncodingState.unchecked
  /// How many arrays and objects may be open.
  private(set) var depthLimit = JSONLimits.usualDepth
  private let seed = hashSeed
  /// Rises with every record, over all encodings.
  private(set) var serial: UInt64 = 0
  /// The last serial number of the encoding before: what has one up to it is of no concern any more.
  private(set) var ended: UInt64 = 0
  /// Closed containers of the values being written; most often none.
  var closed: [ClosedRecord] = []
  /// The names of large objects that are open, the innermost last.
  var largeObjects: [(serial: UInt64, hashes: Set<UInt32>)] = []
  /// What was asked for beyond the rest; most often the default.
  private(set) var options = JSONTextEncoder()
  private var hasOptions = false
  var types = PointerTable()
  var keyTypes = PointerTable()
  var stringKeyedTypes = PointerTable()
  /// The first misuse that could not be thrown where it happened.
  private(set) var misuse: Misuse?
  /// Whether that is too great a depth.
  var isTooDeep = false
  /// The error that is on its way out, and the way to where it was thrown.
  var failure: (error: any Error, path: String)?
  /// How often bytes were moved.
  private(set) var moves = 0
  /// Where, and how far what is behind that place was moved.
  private var shifts: [(place: Range<Int>, distance: Int)] = []

  static let pool = Pool<EncodingState> {
    let state = Pointer.allocate(capacity: 1)
    state.initialize(to: EncodingState())
    return state
  }

  /// Of how many names the hashes are kept in order; of more, in a set.
  private static let hashed = 16

  /// So many levels are never too many.
  private static let unchecked = 32

  private init() {
    open = .allocate(capacity: openCapacity)
    hashes = .allocate(capacity: openCapacity * EncodingState.hashed)
    hashes.initialize(repeating: 0, count: openCapacity * EncodingState.hashed)
  }

  deinit {
    open.deallocate()
    hashes.deallocate()
  }

  /// Begins an encoding.
  @inline(__always)
  mutating func begin(_ options: borrowing JSONTextEncoder) {
    guard options.isSpecial else { return }
    self.options = copy options
    hasOptions = true
    depthLimit = options.limits.depth
    checkedFrom = min(EncodingState.unchecked, depthLimit)
  }

  /// Finishes an encoding: what was handed out finds no record any more.
  mutating func close() {
    openCount = 0
    ended = serial
    output.reset()
    if !closed.isEmpty { closed = [] }
    if !largeObjects.isEmpty { largeObjects = [] }
    if misuse != nil {
      misuse = nil
      isTooDeep = false
    }
    if failure != nil { failure = nil }
    if moves > 0 {
      moves = 0
      shifts = []
    }
    if hasOptions {
      options = JSONTextEncoder()
      hasOptions = false
      depthLimit = JSONLimits.usualDepth
      checkedFrom = EncodingState.unchecked
    }
  }

  // MARK: Records

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
    let count = openCapacity * EncodingState.hashed
    let largerHashes = UnsafeMutablePointer<UInt32>.allocate(capacity: count * 2)
    largerHashes.initialize(repeating: 0, count: count * 2)
    largerHashes.update(from: hashes, count: count)
    hashes.deallocate()
    hashes = largerHashes
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
    var end = outputCount
    for (place, distance) in shifts.dropFirst(movesBefore) {
      if place.upperBound <= end {
        end += distance
      } else if place.lowerBound < end {
        return refuse("A value failed after containers outside it had been written to.")
      }
    }
    closed.removeAll { $0.start >= end }
    output.truncate(end)
  }

  /// Notes that what is behind a place was moved.
  mutating func shift(_ place: Range<Int>, by distance: Int) {
    moves += 1
    shifts.append((place, distance))
  }

  @inline(__always)
  private mutating func finish(_ record: Record) {
    switch record.shape {
    case .scalar: break
    case .object:
      output.append(UInt8(ascii: "}"))
      if record.count > EncodingState.hashed {
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
    appendName(name, depth)
  }

  /// Begins a member whose value may fail; returns whether there may be an earlier one of this name, which is to go once
  /// the value is there.
  @inline(__always)
  mutating func beginUncertainMember(_ name: UnsafeBufferPointer<UInt8>, _ depth: Int) -> Bool {
    closeInside(depth)
    let isRepeated = isRepeated(name, depth)
    appendName(name, depth)
    return isRepeated
  }

  /// Begins a member of an object that nobody else writes to, with a name that it cannot have yet.
  @inline(__always)
  mutating func beginNewMember(_ name: String, _ depth: Int) {
    closeInside(depth)
    var name = name
    name.withUTF8 { appendName($0, depth) }
  }

  @inline(__always)
  private mutating func appendName(_ name: UnsafeBufferPointer<UInt8>, _ depth: Int) {
    let count = open[depth].count
    output.appendName(name, isFirst: count == 0)
    open[depth].count = count &+ 1
  }

  /// Whether an object has a member of this name, as far as hashes tell; remembers the name.
  @inline(__always)
  private mutating func isRepeated(_ name: UnsafeBufferPointer<UInt8>, _ depth: Int) -> Bool {
    guard let start = name.baseAddress else { return true }
    let hash = hashOfName(start, name.count, seed: seed)
    let count = open[depth].count
    let first = hashes + depth &* EncodingState.hashed
    guard count < EncodingState.hashed else { return isRepeatedAmongMany(hash, depth) }
    for position in 0..<count where first[position] == hash { return true }
    first[count] = hash
    return false
  }

  @inline(never)
  private mutating func isRepeatedAmongMany(_ hash: UInt32, _ depth: Int) -> Bool {
    let serial = open[depth].serial
    if let index = largeObjects.lastIndex(where: { $0.serial == serial }) {
      return !largeObjects[index].hashes.insert(hash).inserted
    }
    let first = UnsafeBufferPointer(
      start: hashes + depth * EncodingState.hashed, count: EncodingState.hashed)
    var known = Set(first)
    defer { largeObjects.append((serial, known)) }
    return !known.insert(hash).inserted
  }

  /// Whether an open object may have a member of this name.
  func mayHave(_ name: String, _ depth: Int) -> Bool {
    var name = name
    let hash = name.withUTF8 { name in
      name.baseAddress.map { hashOfName($0, name.count, seed: seed) }
    }
    guard let hash else { return true }
    let record = open[depth]
    if let large = largeObjects.last(where: { $0.serial == record.serial }) {
      return large.hashes.contains(hash)
    }
    let count = min(record.count, EncodingState.hashed)
    return UnsafeBufferPointer(start: hashes + depth * EncodingState.hashed, count: count).contains(
      hash)
  }

  /// Notes the first misuse; the whole encoding fails with it.
  @inline(never)
  mutating func refuse(_ reason: String) {
    refuse(EncodingError.Context(codingPath: [], debugDescription: reason))
  }

  mutating func refuse(_ reason: EncodingError.Context) {
    misuse = misuse ?? Misuse(reason)
  }
}
