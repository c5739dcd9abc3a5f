/// Containers of one key type, used again once nobody else has them; kept for good.
///
/// Making a container costs an allocation and several look-ups in the runtime; setting what one refers to costs nearly
/// nothing. There are as many as were ever in use at once.
struct ContainerCache<Content>: ~Copyable {
  typealias Cell = UnsafeMutablePointer<Content>

  private struct Entry {
    /// A container, which is nothing but a reference.
    var container: Opaque
    /// What the container refers to.
    let cell: Cell
  }

  private var entries: UnsafeMutablePointer<Entry>
  private var capacity = 2
  private var count = 0
  /// Where to look first: the one used last, which most often is free again or has a free neighbour.
  private var cursor = 0
  /// A ``Copier`` of the type of the containers.
  private var copier: AnyObject?

  init() {
    entries = .allocate(capacity: capacity)
  }

  /// A container that refers to `content`.
  @inline(__always)
  mutating func container<Container>(
    _ content: Content, _ make: (Cell) -> Container
  ) -> Container {
    if count > 0, isKnownUniquelyReferenced(&entries[cursor].container) || findFree() {
      entries[cursor].cell.pointee = content
      return unsafeBitCast(copier, to: Copier<Container>.self).copy(entries + cursor)
    }
    return add(content, make)
  }

  @inline(never)
  private mutating func findFree() -> Bool {
    for _ in 0..<count {
      cursor = cursor + 1 < count ? cursor + 1 : 0
      if isKnownUniquelyReferenced(&entries[cursor].container) { return true }
    }
    return false
  }

  @inline(never)
  private mutating func add<Container>(
    _ content: Content, _ make: (Cell) -> Container
  ) -> Container {
    precondition(MemoryLayout<Container>.size == MemoryLayout<Opaque>.size)
    if count == capacity { grow() }
    let cell = Cell.allocate(capacity: 1)
    cell.initialize(to: content)
    let container = make(cell)
    copier = copier ?? Copier<Container>()
    let reference = unsafeBitCast(container, to: Unmanaged<Opaque>.self)
    (entries + count).initialize(to: Entry(container: reference.takeUnretainedValue(), cell: cell))
    cursor = count
    count += 1
    return container
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }
}

/// Any native object; `AnyObject` would be opened to its dynamic type, and thereby retained, before it is looked at.
private final class Opaque {}

/// Copies a container; has the container's type at hand, where anybody else would have to ask the runtime for it.
private final class Copier<Container> {
  @inline(never)
  func copy(_ address: UnsafeMutableRawPointer) -> Container {
    address.assumingMemoryBound(to: Container.self).pointee
  }
}
