/// What our own decoding errors carry, worked out in full only if they leave the decoder.
struct DecodingFault: Error {
  /// The token of the value concerned.
  var index: Int
  /// From there to what is missing.
  var missing: Step?
  var code = "invalid_payload"
  var expected: String
  /// Nil if that is the value itself.
  var found: String?
}

extension DecodingState.Pointer {
  /// The value is of another kind than the type wants.
  @inline(never)
  func mismatch(_ type: Any.Type, at index: Int, expected: String? = nil) -> DecodingError {
    let expected = expected ?? expectation(of: type)
    let context = context(DecodingFault(index: index, expected: expected))
    return isNull(index) ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The number is outside the type's range, or has a fraction.
  @inline(never)
  func misfit<T: FixedWidthInteger>(_ type: T.Type, at index: Int) -> DecodingError {
    corrupted("an integer from \(T.min) to \(T.max)", at: index)
  }

  /// A value of the right kind that the type does not take.
  @inline(never)
  func corrupted(_ expected: String, at index: Int) -> DecodingError {
    .dataCorrupted(context(DecodingFault(index: index, expected: expected)))
  }

  @inline(never)
  func absent(_ key: some CodingKey, _ type: Any.Type, in object: Int) -> DecodingError {
    let fault = DecodingFault(
      index: object, missing: .name(key.stringValue), code: "missing_field",
      expected: expectation(of: type),
      found: "nothing")
    return .keyNotFound(key, context(fault))
  }

  @inline(never)
  func atEnd(_ type: Any.Type, _ array: Int) -> DecodingError {
    let fault = DecodingFault(
      index: array, missing: .position(Int(pointee.tape.tokens[array].count)),
      expected: expectation(of: type),
      found: "the end of the array")
    var context = context(fault)
    context = DecodingError.Context(
      codingPath: context.codingPath + [PathKey(.position(Int(pointee.tape.tokens[array].count)))],
      debugDescription: context.debugDescription, underlyingError: fault)
    return .valueNotFound(type, context)
  }

  private func context(_ fault: DecodingFault) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath(of: fault.index), debugDescription: "Expected \(fault.expected).",
      underlyingError: fault)
  }

  func codingPath(of index: Int) -> [any CodingKey] {
    pointee.tape.steps(to: index, in: pointee.text).map(PathKey.init)
  }
}

/// A type in a few words.
func expectation(of type: Any.Type) -> String {
  if type == String.self { return "a string" }
  if type == Bool.self { return "true or false" }
  if type == Double.self || type == Float.self { return "a number" }
  if integerTypes.contains(ObjectIdentifier(type)) { return "an integer" }
  switch TypeKind(of: type) {
  case .data: return "a string in Base64"
  case .url: return "a URL in a string"
  case .decimal: return "a number"
  case .strings, .integers, .doubles, .booleans: return "an array"
  case .stringKeyed: return "an object"
  case .plain: return "a value of \(_typeName(type, qualified: false))"
  }
}

private let integerTypes: Set<ObjectIdentifier> = [
  ObjectIdentifier(Int.self), ObjectIdentifier(Int8.self), ObjectIdentifier(Int16.self),
  ObjectIdentifier(Int32.self), ObjectIdentifier(Int64.self), ObjectIdentifier(Int128.self),
  ObjectIdentifier(UInt.self), ObjectIdentifier(UInt8.self), ObjectIdentifier(UInt16.self),
  ObjectIdentifier(UInt32.self), ObjectIdentifier(UInt64.self), ObjectIdentifier(UInt128.self),
]

/// A key of a coding path, made of what the text has there.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ step: Step) {
    switch step {
    case .name(let name): (stringValue, intValue) = (name, nil)
    case .position(let position): (stringValue, intValue) = ("Index \(position)", position)
    }
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) { self.init(.position(intValue)) }

  static let `super` = PathKey(stringValue: "super")
}
