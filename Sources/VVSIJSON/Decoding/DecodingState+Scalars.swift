extension DecodingState.Pointer {

  @inline(__always)
  func isNull(_ index: Int) -> Bool {
    pointee.tape.tokens[index].kind == .null
  }

  @inline(__always)
  func string(at index: Int) throws -> String {
    let token = pointee.tape.tokens[index]
    guard token.kind == .string else { throw mismatch(String.self, at: index) }
    return token.text(in: pointee.text)
  }

  @inline(__always)
  func bool(at index: Int) throws -> Bool {
    switch pointee.tape.tokens[index].kind {
    case .yes: return true
    case .no: return false
    default: throw mismatch(Bool.self, at: index)
    }
  }

  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type, at index: Int) throws -> T {
    let token = pointee.tape.tokens[index]
    guard token.kind == .number else { throw mismatch(type, at: index) }
    let start = pointee.text + Int(token.offset)
    guard
      let value = readInteger(start, Int(token.count), isComplex: token.isComplex, as: type)
    else { throw misfit(type, at: index) }
    return value
  }

  @inline(__always)
  func double(at index: Int) throws -> Double {
    let token = pointee.tape.tokens[index]
    guard token.kind == .number else { return try nonConforming(Double.self, at: index) }
    guard let value = readDouble(pointee.text + Int(token.offset), Int(token.count)) else {
      throw corrupted("a number in reach of Double", at: index)
    }
    return value
  }

  func float(at index: Int) throws -> Float {
    let token = pointee.tape.tokens[index]
    guard token.kind == .number else { return try nonConforming(Float.self, at: index) }
    guard
      let value = readLongFloatingPoint(
        pointee.text + Int(token.offset), Int(token.count), as: Float.self)
    else { throw corrupted("a number in reach of Float", at: index) }
    return value
  }

  @inline(never)
  private func nonConforming<T: BinaryFloatingPoint>(_ type: T.Type, at index: Int) throws -> T {
    guard case .strings(let positive, let negative, let nan) = pointee.options.nonConformingFloats,
      pointee.tape.tokens[index].kind == .string
    else { throw mismatch(type, at: index) }
    switch try string(at: index) {
    case positive: return .infinity
    case negative: return -.infinity
    case nan: return .nan
    default: throw mismatch(type, at: index)
    }
  }
}
