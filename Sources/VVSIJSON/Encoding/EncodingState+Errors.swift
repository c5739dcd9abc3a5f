/// What our own encoding errors carry.
struct EncodingFault: Error {
  var code = "invalid_payload"
  var expected: String
  var found: String
}

/// Why an encoding is to fail at its end; apart, since asking a context of the standard library's for nil takes long.
final class Misuse {
  let context: EncodingError.Context

  init(_ context: EncodingError.Context) {
    self.context = context
  }
}

extension EncodingState {
  /// The way to the value at a depth, through the levels outside it.
  func steps(through depth: Int) -> [Step] {
    var steps: [Step] = []
    for level in 0..<min(depth, openCount) {
      let record = open[level]
      switch record.shape {
      case .slot, .scalar: break
      case .array: steps.append(.position(record.count - 1))
      case .object:
        let end = level + 1 < openCount ? open[level + 1].start : output.count
        if let name = output.lastName(in: record.start + 1..<end) { steps.append(.name(name)) }
      }
    }
    return steps
  }

  func codingPath(through depth: Int) -> [any CodingKey] {
    steps(through: depth).map(PathKey.init)
  }

  /// Looks at an error on its way out of `encode(to:)` of the value at a depth.
  @inline(never)
  mutating func passing(_ error: any Error, _ depth: Int) {
    if let failure, Travelling(failure.error) == Travelling(error) { return }
    failure = (error, steps(through: depth).map(\.pointerPart).joined())
  }

  /// The error that the caller gets for what an encoding threw.
  func report(_ error: any Error) -> JSONError {
    func report(_ path: String, _ fault: EncodingFault) -> JSONError {
      JSONError(
        code: fault.code, path: path, line: 0, column: 0, expected: fault.expected,
        found: fault.found)
    }
    guard case .invalidValue(_, let context)? = error as? EncodingError else {
      let message = EncodingFault(expected: "a value that encodes", found: "\(error)")
      return report(failure?.path ?? "", message)
    }
    let path = context.codingPath.map { key in
      (key.intValue.map(Step.position) ?? .name(key.stringValue)).pointerPart
    }
    let message = EncodingFault(expected: "a value that encodes", found: context.debugDescription)
    return report(path.joined(), context.underlyingError as? EncodingFault ?? message)
  }
}
