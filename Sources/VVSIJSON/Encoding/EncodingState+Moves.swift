extension EncodingState {
  /// Moves the last bytes of the output forward, and all that is known of places with them.
  mutating func moveTail(from tail: Int, to target: Int) {
    let length = output.count - tail
    output.rotate(target, tail)
    shift(target..<target, by: length)
    for index in closed.indices {
      let record = closed[index]
      if record.start >= tail {
        closed[index].start += target - tail
        closed[index].end += target - tail
      } else {
        if record.start >= target { closed[index].start += length }
        if record.end > target { closed[index].end += length }
      }
    }
    for index in 0..<openCount where open[index].start >= target { open[index].start += length }
  }

  /// Deletes bytes, and forgets the containers that they were.
  mutating func delete(_ range: Range<Int>) {
    output.delete(range)
    shift(range, by: -range.count)
    closed.removeAll { range.contains($0.start) && $0.end <= range.upperBound }
    for index in closed.indices {
      if closed[index].start >= range.upperBound { closed[index].start -= range.count }
      if closed[index].end >= range.upperBound { closed[index].end -= range.count }
    }
    for index in 0..<openCount where open[index].start >= range.upperBound {
      open[index].start -= range.count
    }
  }

  /// Removes the member of this name, if there is one, from the innermost level.
  @inline(never)
  mutating func removeMember(_ name: UnsafeBufferPointer<UInt8>, _ depth: Int) {
    let name = String(decoding: name, as: UTF8.self)
    guard let member = output.member(name, in: open[depth].start + 1..<output.count) else { return }
    delete(member.whole)
    open[depth].count -= 1
  }

  /// Removes the member of this name before the last one of the innermost level, if there is one.
  @inline(never)
  mutating func removeEarlierMember(_ name: String, _ depth: Int) {
    closeInside(depth)
    guard let member = output.member(name, in: open[depth].start + 1..<output.count),
      member.value.upperBound < output.count
    else { return }
    delete(member.whole)
    open[depth].count -= 1
  }

  /// Lets a finished object or array be written to again; nil if there is another value.
  ///
  /// Of a slot only one that nothing was written to yet.
  mutating func reopen(_ range: Range<Int>, _ shape: Record.Shape) -> UInt64? {
    let known = closed.last { $0.start == range.lowerBound && $0.end == range.upperBound }
    if shape == .slot { return known?.shape == .slot ? known?.serial : nil }
    let bracket = shape == .object ? UInt8(ascii: "{") : UInt8(ascii: "[")
    guard output.base[range.lowerBound] == bracket else { return nil }
    if let known { return known.serial }
    let serial = nextSerial()
    closed.append(
      ClosedRecord(
        serial: serial, start: range.lowerBound, end: range.upperBound,
        count: output.countChildren(range), shape: shape))
    return serial
  }
}
