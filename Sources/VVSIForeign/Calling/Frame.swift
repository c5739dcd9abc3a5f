/// Where the arguments and the result of an action's calls lie.
///
/// It is laid out once for an action and used for one call at a time.
struct FrameLayout {
  /// Of each argument, where what C is handed lies.
  private(set) var slots: [Int] = []
  /// Of each argument, where what a pointer to one value points to lies.
  private(set) var pointees: [Int] = []
  private(set) var result = 0
  private(set) var size = 0

  init(_ action: Action) {
    for argument in action.arguments {
      slots.append(take(argument.passed.size))
      guard case .pointer(let type) = argument.form else {
        pointees.append(0)
        continue
      }
      pointees.append(take(type.size))
    }
    result = take(action.result.passed.size)
  }

  /// A place as aligned as C may need, with room for a register at least.
  private mutating func take(_ bytes: Int) -> Int {
    let place = size
    size += (max(bytes, 16) + 15) & ~15
    return place
  }
}

/// The memory of one action's calls for one instance.
final class Frame {
  let arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// Of each argument that is a buffer, how many elements there are.
  let counts: UnsafeMutablePointer<Int>
  private let base: UnsafeMutableRawPointer
  private let layout: FrameLayout

  init(_ layout: FrameLayout) {
    self.layout = layout
    base = .allocate(byteCount: layout.size, alignment: 16)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: layout.size)
    let count = max(layout.slots.count, 1)
    arguments = .allocate(capacity: count)
    arguments.initialize(repeating: nil, count: count)
    counts = .allocate(capacity: count)
    counts.initialize(repeating: 0, count: count)
    for (index, slot) in layout.slots.enumerated() { arguments[index] = base + slot }
  }

  deinit {
    base.deallocate()
    arguments.deallocate()
    counts.deallocate()
  }

  var result: UnsafeMutableRawPointer { base + layout.result }

  func slot(_ index: Int) -> UnsafeMutableRawPointer { base + layout.slots[index] }

  func pointee(_ index: Int) -> UnsafeMutableRawPointer { base + layout.pointees[index] }
}

/// The bounds of what is allocated for C.
enum Buffers {
  /// How large a buffer may be, in bytes.
  static let byteLimit = 16 << 20
}
