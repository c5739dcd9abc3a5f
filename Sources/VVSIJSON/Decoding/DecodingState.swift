/// What one decoding works with: the tape of the text, what is known of types, what went wrong.
struct DecodingState: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<DecodingState>

  var tape = Tape()
  /// The text, only valid while the decoding lasts.
  private(set) var text: UnsafePointer<UInt8>
  private(set) var textCount = 0
  /// Rises with every decoding, so that a decoder that somebody kept does not read another's text.
  var generation: UInt32 = 0
  /// What was asked for beyond the rest; most often the default.
  private(set) var options = JSONTextDecoder()
  private var hasOptions = false
  var rejectsUnknownFields = false
  var types = PointerTable()
  var keyTypes = PointerTable()
  var stringKeyedTypes = PointerTable()
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
  mutating func scan(
    _ input: UnsafeBufferPointer<UInt8>, _ options: borrowing JSONTextDecoder
  ) throws(JSONError) {
    if options.isSpecial {
      self.options = copy options
      hasOptions = true
    }
    rejectsUnknownFields = options.unknownFields == .reject
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
    textCount = input.count
  }

  /// Finishes a decoding: nothing that was handed out may read on.
  mutating func close() {
    generation &+= 1
    tape.reset()
    if failure != nil { failure = nil }
    if hasOptions {
      options = JSONTextDecoder()
      hasOptions = false
    }
  }
}
