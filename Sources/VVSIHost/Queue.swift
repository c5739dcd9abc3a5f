/// First in, first out, in constant time each on average.
struct Queue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var count: Int { elements.count - head }
  var isEmpty: Bool { head == elements.count }

  /// What waits, first to last.
  var waiting: [Element] { elements[head...].compactMap { $0 } }

  /// What waits longest.
  var first: Element? { isEmpty ? nil : elements[head] }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Puts elements before all others.
  mutating func prepend(_ new: [Element]) {
    elements.insert(contentsOf: new, at: head)
  }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let first = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: head <= 1_024)
      head = 0
    } else if head >= 1_024, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}
