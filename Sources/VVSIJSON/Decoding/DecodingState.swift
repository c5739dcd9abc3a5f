/// What one decoding works with: the tape of the text, what is known of types, what went wrong.
struct DecodingState: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<DecodingState>

  var tape = Tape()
  /// The text, only valid while the decoding lasts.
  var text: UnsafePointer<UInt8>
  /// Rises with every decoding, so that a decoder that somebody kept does not read another's text.
  var generation: UInt32 = 0
  var options = JSONTextDecoder()
  var types = PointerTable()
  var keyTypes = PointerTable()
  /// The error that is on its way out, and where it was thrown.
  var failure: (error: any Error, index: Int)?

  static let pool = Pool<DecodingState> {
    let state = Pointer.allocate(capacity: 1)
    state.initialize(to: DecodingState())
    return state
  }

  private init() {
    text = UnsafePointer(OpaquePointer(tape.tokens))
  }

  /// Begins a decoding.
  mutating func scan(_ input: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    let depth = options.limits.depth
    try withUnsafeMutablePointer(to: &tape) { (tape) throws(JSONError) in
      var scanner = Scanner(input, depthLimit: depth, into: tape.move())
      var failure: JSONError?
      do throws(JSONError) { try scanner.scan() } catch { failure = error }
      tape.initialize(to: scanner.finish())
      if let failure { throw failure }
    }
    tape.seal()
    text = input.baseAddress ?? text
  }

  /// Finishes a decoding: nothing that was handed out may read on.
  mutating func close() {
    generation &+= 1
    tape.reset()
    failure = nil
  }

  // MARK: Scalars

  @inline(__always)
  func isNull(_ index: Int) -> Bool {
    tape.tokens[index].kind == .null
  }

  @inline(__always)
  func string(at index: Int) throws -> String {
    let token = tape.tokens[index]
    guard token.kind == .string else { throw mismatch(String.self, at: index) }
    return VVSIJSON.text(of: token, in: text)
  }

  @inline(__always)
  func bool(at index: Int) throws -> Bool {
    switch tape.tokens[index].kind {
    case .yes: return true
    case .no: return false
    default: throw mismatch(Bool.self, at: index)
    }
  }

  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type, at index: Int) throws -> T {
    let token = tape.tokens[index]
    guard token.kind == .number else { throw mismatch(type, at: index) }
    let start = text + Int(token.offset)
    guard
      let value = readInteger(start, Int(token.count), isComplex: token.isComplex, as: type)
    else { throw misfit(type, at: index) }
    return value
  }

  @inline(__always)
  func double(at index: Int) throws -> Double {
    let token = tape.tokens[index]
    guard token.kind == .number else { return try nonConforming(Double.self, at: index) }
    guard let value = readDouble(text + Int(token.offset), Int(token.count)) else {
      throw corrupted("a number in reach of Double", at: index)
    }
    return value
  }

  func float(at index: Int) throws -> Float {
    let token = tape.tokens[index]
    guard token.kind == .number else { return try nonConforming(Float.self, at: index) }
    guard
      let value = readLongFloatingPoint(text + Int(token.offset), Int(token.count), as: Float.self)
    else { throw corrupted("a number in reach of Float", at: index) }
    return value
  }

  @inline(never)
  private func nonConforming<T: BinaryFloatingPoint>(_ type: T.Type, at index: Int) throws -> T {
    guard case .strings(let positive, let negative, let nan) = options.nonConformingFloats,
      tape.tokens[index].kind == .string
    else { throw mismatch(type, at: index) }
    switch try string(at: index) {
    case positive: return .infinity
    case negative: return -.infinity
    case nan: return .nan
    default: throw mismatch(type, at: index)
    }
  }
}
