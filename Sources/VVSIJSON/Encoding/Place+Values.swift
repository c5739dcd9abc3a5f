extension Place {
  /// Writes a value where the innermost level expects one.
  @inline(__always)
  func write<T: Encodable>(_ value: T) throws {
    if T.self == String.self {
      state.pointee.output.append(quoted: cast(value) as String)
    } else if T.self == Int.self {
      state.pointee.output.append(integer: cast(value) as Int)
    } else if T.self == Double.self {
      try state.pointee.append(cast(value) as Double)
    } else if T.self == Bool.self {
      state.pointee.output.append(cast(value) as Bool ? "true" : "false")
    } else {
      try writeOther(value)
    }
  }

  private func writeOther<T: Encodable>(_ value: T) throws {
    if T.self == Float.self { return try state.pointee.append(cast(value) as Float) }
    if T.self == Int64.self { return state.pointee.output.append(integer: cast(value) as Int64) }
    if T.self == UInt8.self { return state.pointee.output.append(integer: cast(value) as UInt8) }
    if T.self == UInt64.self { return state.pointee.output.append(integer: cast(value) as UInt64) }
    if T.self == Int32.self { return state.pointee.output.append(integer: cast(value) as Int32) }
    if T.self == UInt.self { return state.pointee.output.append(integer: cast(value) as UInt) }
    if T.self == UInt32.self { return state.pointee.output.append(integer: cast(value) as UInt32) }
    if T.self == UInt16.self { return state.pointee.output.append(integer: cast(value) as UInt16) }
    if T.self == Int16.self { return state.pointee.output.append(integer: cast(value) as Int16) }
    if T.self == Int8.self { return state.pointee.output.append(integer: cast(value) as Int8) }
    if T.self == Int128.self {
      return state.pointee.output.append(unquoted: "\(cast(value) as Int128)")
    }
    if T.self == UInt128.self {
      return state.pointee.output.append(unquoted: "\(cast(value) as UInt128)")
    }
    if T.self == Null.self { return state.pointee.output.append("null") }
    switch state.pointee.types.kind(of: T.self) {
    case .plain: try state.writeItself(value)
    case .stringKeyed: try writeStringKeyed(value)
    case .strings: try writeElements(cast(value) as [String]) { $0.output.append(quoted: $1) }
    case .integers: try writeElements(cast(value) as [Int]) { $0.output.append(integer: $1) }
    case .doubles: try writeElements(cast(value) as [Double]) { try $0.append($1) }
    case .booleans:
      try writeElements(cast(value) as [Bool]) { $0.output.append($1 ? "true" : "false") }
    case .data: try writeData(value)
    case .url: try writeURL(value)
    case .decimal: try writeDecimal(value)
    }
  }

  @inline(__always)
  private func writeElements<T: Encodable>(
    _ elements: [T], _ write: (inout EncodingState, T) throws -> Void
  ) throws {
    let depth = state.pointee.push(.array).depth
    if depth >= state.pointee.depthLimit { try state.pointee.stopIfTooDeep(elements) }
    state.pointee.output.append(UInt8(ascii: "["))
    for element in elements {
      state.pointee.beginElement(depth)
      try write(&state.pointee, element)
    }
    state.pointee.pop(to: depth)
  }
}

/// What `encodeNil` encodes.
struct Null: Encodable {}

extension EncodingState.Pointer {
  /// Has a value encode itself; what it opened is closed afterwards.
  func writeItself<T: Encodable>(_ value: T) throws {
    let (serial, depth) = pointee.push(.slot)
    let closedBefore = pointee.closed.count
    do {
      if depth >= pointee.checkedFrom { try pointee.stopIfTooDeep(value) }
      try value.encode(to: ValueEncoder(place: Place(state: self, serial: serial, depth: depth)))
    } catch {
      pointee.passing(error, depth)
      throw error
    }
    if depth == 0, pointee.openCount > 0, pointee.open[0].shape == .slot {
      pointee.refuse("\(T.self) encoded nothing.")
    }
    pointee.pop(to: depth)
    if pointee.closed.count > closedBefore {
      pointee.closed.removeLast(pointee.closed.count - closedBefore)
    }
  }
}

extension EncodingState {
  @inline(__always)
  mutating func append<T: BinaryFloatingPoint & TextOutputStreamable>(_ value: T) throws {
    guard value.isFinite else { return try appendNonConforming(value) }
    output.append(floatingPoint: value)
  }

  @inline(never)
  private mutating func appendNonConforming<T: BinaryFloatingPoint>(_ value: T) throws {
    guard case .strings(let positive, let negative, let nan) = options.nonConformingFloats else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: codingPath(through: openCount), debugDescription: "JSON has no \(value).",
          underlyingError: EncodingFault(expected: "a finite number", found: "\(value)")))
    }
    output.append(quoted: value.isNaN ? nan : value > 0 ? positive : negative)
  }
}
