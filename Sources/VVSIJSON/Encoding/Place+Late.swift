/// Writing to a container behind which others were begun already.
///
/// What is written goes to the end of the output first and is then moved to its place. This is slow and rare.
extension Place {
  /// How many members or elements there are.
  var count: Int {
    if isOpen { return state.pointee.open[depth].count }
    return closedIndex.map { state.pointee.closed[$0].count } ?? 0
  }

  private var closedIndex: Int? {
    state.pointee.closed.lastIndex { $0.serial == serial }
  }

  /// Makes a closed value an object or array, if nothing was written to it.
  func becomeLate(_ shape: Record.Shape) {
    guard let index = closedIndex else { return refuseOutlived() }
    let current = state.pointee.closed[index].shape
    guard current != shape else { return }
    guard current == .slot else { return state.pointee.refuse(Place.ambiguous) }
    state.pointee.closed[index].shape = shape
    guard shape == .array else { return }
    let start = state.pointee.closed[index].start
    state.pointee.output.base[start] = UInt8(ascii: "[")
    state.pointee.output.base[start + 1] = UInt8(ascii: "]")
  }

  /// Notes that this place's value has been encoded already, unless that is another encoding's.
  private func refuseOutlived() {
    if !isStale { state.pointee.refuse(Place.outlived) }
  }

  /// Writes the one value of a closed place.
  func writeLate<T: Encodable>(_ value: T) throws {
    guard let index = closedIndex, state.pointee.closed[index].shape == .slot else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: [], debugDescription: Place.outlived))
    }
    let tail = try writeAtEnd { try write(value) }
    let place = state.pointee.closed[index]
    state.pointee.moveTail(from: tail, to: place.end)
    state.pointee.delete(place.start..<place.end)
  }

  /// Writes a member, or an element if there is no name, of a closed container.
  func writeLate<T: Encodable>(_ value: T, member name: String?) throws {
    guard closedIndex != nil else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: [], debugDescription: Place.outlived))
    }
    let tail = try writeAtEnd {
      beginLate(name)
      try write(value)
    }
    insertTail(tail)
    if let name { removeLate(name, unlessLast: true) }
  }

  /// Opens a container, or a value of which nothing is known, inside a closed container, and closes it.
  func openLate(_ shape: Record.Shape, member name: String?) -> Place {
    guard closedIndex != nil else {
      refuseOutlived()
      return self
    }
    let (tail, depth) = (state.pointee.output.count, state.pointee.push(.scalar).depth)
    beginLate(name)
    let inner = state.pointee.openValue(shape, state)
    state.pointee.closeInside(depth)
    state.pointee.pop(to: depth)
    insertTail(tail)
    return inner
  }

  /// Writes at the end of the output, and returns where that is.
  private func writeAtEnd(_ body: () throws -> Void) throws -> Int {
    let (tail, moves) = (state.pointee.output.count, state.pointee.moves)
    let depth = state.pointee.push(.scalar).depth
    do {
      try body()
    } catch {
      state.pointee.rollBack(to: depth, tail, moves)
      throw error
    }
    state.pointee.pop(to: depth)
    return tail
  }

  /// Writes what comes before a value in the closed container.
  private func beginLate(_ name: String?) {
    guard let index = closedIndex else { return }
    if state.pointee.closed[index].count > 0 { state.pointee.output.append(UInt8(ascii: ",")) }
    guard let name else { return }
    state.pointee.output.append(quoted: name)
    state.pointee.output.append(UInt8(ascii: ":"))
  }

  /// Moves what was written last to the end of the closed container.
  private func insertTail(_ tail: Int) {
    guard let index = closedIndex else { return }
    state.pointee.closed[index].count += 1
    state.pointee.moveTail(from: tail, to: state.pointee.closed[index].end - 1)
  }

  static let outlived = "A container was written to after its value had been encoded."
  static let ambiguous = "A value cannot be two of object, array and single value."
}

/// Names that occur twice in one object: the last value counts, and nested containers are shared, as Foundation has it.
extension Place {
  /// Removes a member that is about to be written again, or was, from a closed container.
  func removeLate(_ name: String, unlessLast: Bool = false) {
    guard let index = closedIndex else { return }
    let (start, end) = (state.pointee.closed[index].start, state.pointee.closed[index].end)
    guard let member = state.pointee.output.member(name, in: start + 1..<end - 1),
      !unlessLast || member.value.upperBound < end - 1
    else { return }
    state.pointee.delete(member.whole)
    state.pointee.closed[index].count -= 1
  }

  /// The container that there is already under a name.
  func existing(_ shape: Record.Shape, _ name: String) -> Place? {
    guard let bounds = boundsOfMembers(name),
      let member = state.pointee.output.member(name, in: bounds)
    else { return nil }
    return state.pointee.reopen(member.value, shape).map {
      Place(state: state, serial: $0, depth: .max)
    }
  }

  /// Where the members are, if there may be one of this name.
  private func boundsOfMembers(_ name: String) -> Range<Int>? {
    guard isOpen else {
      return closedIndex.map {
        state.pointee.closed[$0].start + 1..<state.pointee.closed[$0].end - 1
      }
    }
    guard state.pointee.open[depth].count > 0, state.pointee.mayHave(name, depth) else {
      return nil
    }
    state.pointee.closeInside(depth)
    return state.pointee.open[depth].start + 1..<state.pointee.output.count
  }
}
