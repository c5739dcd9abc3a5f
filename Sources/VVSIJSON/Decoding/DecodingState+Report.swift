extension DecodingState.Pointer {
  /// Looks at an error on its way out of `init(from:)` of a type.
  @inline(never)
  func passing(_ error: any Error, _ type: Any.Type, at index: Int) -> any Error {
    if pointee.failure.map({ Travelling($0.error) == Travelling(error) }) != true {
      pointee.failure = (error, index)
    }
    guard let decodingError = error as? DecodingError, isEnum(type),
      case .typeMismatch(_, let context) = decodingError,
      let fault = enumFault(type, at: index, context)
    else { return error }
    let explained = DecodingError.typeMismatch(
      type,
      DecodingError.Context(
        codingPath: context.codingPath, debugDescription: context.debugDescription,
        underlyingError: fault))
    pointee.failure = (explained, index)
    return explained
  }

  /// What is wrong with a value that does not name a case of an enum with payloads.
  private func enumFault(
    _ type: Any.Type, at index: Int, _ context: DecodingError.Context
  ) -> DecodingFault? {
    let token = pointee.tape.tokens[index]
    switch (token.kind, context.underlyingError as? DecodingFault) {
    case (.object, nil): return caseFault(type, index, Int(token.count))
    case (.string, let fault?) where fault.index == index:
      let name = token.text(in: pointee.text)
      if fault.code == DecodingFault.bareCase {
        return DecodingFault(index: index, expected: "{\(JSON.string(name).text()):{}}")
      }
      return unknownCase(type, name, DecodingFault(index: index, expected: ""))
    default: return nil
    }
  }

  private func caseFault(_ type: Any.Type, _ index: Int, _ count: Int) -> DecodingFault {
    if count == 1 {
      let name = pointee.tape.tokens[index + 1].text(in: pointee.text)
      return unknownCase(
        type, name, DecodingFault(index: index, missing: .name(name), expected: ""))
    }
    return DecodingFault(
      index: index, expected: "an object with one member, which names a case of \(name(type))")
  }

  private func unknownCase(_ type: Any.Type, _ name: String, _ fault: DecodingFault)
    -> DecodingFault
  {
    var fault = fault
    fault.code = fault.index == 0 ? "unknown_action" : "unknown_field"
    fault.expected = "a case of \(self.name(type))"
    fault.found = name
    return fault
  }

  private func name(_ type: Any.Type) -> String {
    _typeName(type, qualified: false)
  }

  /// There is no object where keys were to be read.
  @inline(never)
  func noObject<Key: CodingKey>(_ type: Key.Type, at index: Int) -> DecodingError {
    var fault = DecodingFault(index: index, expected: "an object")
    let token = pointee.tape.tokens[index]
    if token.kind == .string, Key(stringValue: token.text(in: pointee.text)) != nil {
      fault.code = DecodingFault.bareCase
    }
    let context = DecodingError.Context(
      codingPath: codingPath(of: index), debugDescription: "Expected an object.",
      underlyingError: fault)
    return isNull(index)
      ? .valueNotFound([String: Any].self, context) : .typeMismatch([String: Any].self, context)
  }

  // MARK: The way out

  /// The error that the caller gets for what a decoding threw.
  func report(_ error: any Error) -> JSONError {
    guard let error = error as? DecodingError else {
      let index = pointee.failure.map(\.index) ?? 0
      return report(message("\(error)", at: index))
    }
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let inner), .valueNotFound(_, let inner), .dataCorrupted(let inner),
      .keyNotFound(_, let inner):
      context = inner
    @unknown default:
      return report(message("\(error)", at: pointee.failure.map(\.index) ?? 0))
    }
    if let fault = context.underlyingError as? DecodingFault { return report(fault) }
    let index = find(context.codingPath)
    guard case .keyNotFound(let key, _) = error else {
      return report(message(context.debugDescription, at: index))
    }
    return report(
      DecodingFault(
        index: index, missing: .name(key.stringValue), code: "missing_field", expected: "a value",
        found: "nothing"))
  }

  private func message(_ message: String, at index: Int) -> DecodingFault {
    let found = pointee.tape.value(at: index, in: pointee.text).summary
    return DecodingFault(index: index, expected: "a valid value", found: "\(found): \(message)")
  }

  func report(_ fault: DecodingFault) -> JSONError {
    let token = pointee.tape.tokens[fault.index]
    let start = Int(token.offset) - (token.kind == .string ? 1 : 0)
    let (line, column) = lineAndColumn(
      of: start, in: UnsafeBufferPointer(start: pointee.text, count: pointee.textCount))
    let steps =
      pointee.tape.steps(to: fault.index, in: pointee.text) + (fault.missing.map { [$0] } ?? [])
    return JSONError(
      code: fault.code == DecodingFault.bareCase ? "invalid_payload" : fault.code,
      path: steps.map(\.pointerPart).joined(), line: line, column: column, expected: fault.expected,
      found: fault.found ?? pointee.tape.value(at: fault.index, in: pointee.text).summary)
  }

  /// The value that a coding path leads to, or the last one on the way that is there.
  private func find(_ path: [any CodingKey]) -> Int {
    var index = 0
    for key in path {
      guard let next = child(of: index, key) else { break }
      index = next
    }
    return index
  }

  private func child(of index: Int, _ key: any CodingKey) -> Int? {
    switch pointee.tape.tokens[index].kind {
    case .object: return find(key, in: index, advancing: false)
    case .array:
      guard let position = key.intValue, position >= 0, position < pointee.tape.tokens[index].count
      else {
        return nil
      }
      var element = index + 1
      for _ in 0..<position { element = Int(pointee.tape.tokens[element].next) }
      return element
    default: return nil
    }
  }

  /// A field that no key type knows.
  func unknownField(_ name: Int) -> JSONError {
    let fault = DecodingFault(
      index: name + 1, code: "unknown_field", expected: "no such field",
      found: pointee.tape.tokens[name].text(in: pointee.text))
    return report(fault)
  }
}

extension DecodingFault {
  /// For use inside the decoder: the string names a key, so that it may be meant as a case without payload.
  static let bareCase = "bare_case"
}
