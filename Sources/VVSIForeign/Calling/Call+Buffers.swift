import VVSIJSON

extension Call {
  /// Makes room for an out buffer, or copies what goes in.
  func prepareBuffer(
    _ index: Int, _ argument: Argument, _ slot: UnsafeMutableRawPointer
  ) throws(Misfit) {
    guard argument.direction != .out else {
      let count = try capacity(argument, index)
      let size = max(argument.elementSize, 1)
      guard count >= 0, count <= Buffers.byteLimit / size else {
        throw Misfit(
          "a buffer of at most \(Buffers.byteLimit) bytes",
          found: size == 1 ? "\(count) bytes" : "\(count) × \(size) bytes")
      }
      frame.counts[index] = count
      slot.storeBytes(
        of: try memory.allocate(count * size), as: UnsafeMutableRawPointer?.self)
      return
    }
    let json = try input(argument)
    if json.isNull, argument.isNullable {
      frame.counts[index] = 0
      slot.storeBytes(of: nil, as: UnsafeMutableRawPointer?.self)
      return
    }
    slot.storeBytes(of: try fill(argument, index, json), as: UnsafeMutableRawPointer?.self)
  }

  private func fill(
    _ argument: Argument, _ index: Int, _ json: JSON
  ) throws(Misfit) -> UnsafeMutableRawPointer {
    if case .bytes(let encoding) = argument.form {
      guard let bytes = encoding.bytes(json) else { throw Misfit(encoding.expected, found: json) }
      try check(bytes.count, 1)
      frame.counts[index] = bytes.count
      return try memory.copy(bytes)
    }
    guard case .buffer(let type) = argument.form, let elements = json.arrayValue else {
      throw Misfit("an array", found: json)
    }
    try check(elements.count, type.size)
    frame.counts[index] = elements.count
    let block = try memory.allocate(elements.count * type.size)
    try type.store(elements, to: block, memory)
    return block
  }

  private func check(_ count: Int, _ size: Int) throws(Misfit) {
    guard count <= Buffers.byteLimit / max(size, 1) else {
      throw Misfit(
        "at most \(Buffers.byteLimit) bytes",
        found: size == 1 ? "\(count) bytes" : "\(count) × \(size) bytes")
    }
  }

  private func capacity(_ argument: Argument, _ index: Int) throws(Misfit) -> Int {
    switch argument.capacity {
    case .constant(let count): return count
    case .argument(let position): return integer(position)
    case .function(_, let operands, let type, _):
      guard let function = bound.capacities[index] else { return 0 }
      var places = operands.map { UnsafeMutableRawPointer?.some(place(of: $0)) } + [nil]
      var result: UInt64 = 0
      return withUnsafeMutableBytes(of: &result) { result in
        guard let base = result.baseAddress, let scalar = type.scalar else { return 0 }
        _ = function.call(&places, result: base)
        scalar.narrowResult(at: base)
        return Int(clamping: scalar.integer(at: base) ?? .max)
      }
    case nil: return 0
    }
  }
}
