extension JSON {
  /// Parses a text.
  ///
  /// The text must be RFC 8259 to the letter, in UTF-8, without a byte order mark and without a name that occurs
  /// twice in one object.
  ///
  /// - Throws: ``JSONError`` with `invalid_json`, `too_deep` or `too_large`.
  public init(
    parsing text: UnsafeBufferPointer<UInt8>, limits: JSONLimits = .default
  ) throws(JSONError) {
    try limits.check(text.count)
    var scanner = Scanner(text, depthLimit: limits.depth, into: Tape())
    try scanner.scan()
    self = scanner.tape.value(at: 0, in: scanner.text.base)
  }

  /// Parses a text; see ``init(parsing:limits:)-(UnsafeBufferPointer<UInt8>,_)``.
  public init(parsing text: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
    self = try text.withUnsafeBufferPointer { (text) throws(JSONError) in
      try JSON(parsing: text, limits: limits)
    }
  }

  /// Parses a text; see ``init(parsing:limits:)-(UnsafeBufferPointer<UInt8>,_)``.
  public init(
    parsing text: some StringProtocol, limits: JSONLimits = .default
  ) throws(JSONError) {
    self = try JSON(parsing: Array(text.utf8), limits: limits)
  }
}

extension JSONLimits {
  /// Refuses a text of `count` bytes that is too long.
  func check(_ count: Int) throws(JSONError) {
    guard count > bytes else { return }
    throw JSONError(
      code: "too_large", path: "", line: 0, column: 0, expected: "at most \(bytes) bytes",
      found: "\(count) bytes")
  }
}

extension Tape {
  /// The value at a token of a finished tape.
  func value(at index: Int, in base: UnsafePointer<UInt8>) -> JSON {
    let token = tokens[index]
    switch token.kind {
    case .null, .index: return .null
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .number: return .number(JSONNumber(literal: token.text(in: base)))
    case .string, .name: return .string(token.text(in: base))
    case .array: return .array(elements(at: index, in: base))
    case .object: return .object(object(at: index, in: base))
    }
  }

  private func elements(at index: Int, in base: UnsafePointer<UInt8>) -> [JSON] {
    var elements: [JSON] = []
    elements.reserveCapacity(Int(tokens[index].count))
    var element = index + 1
    for _ in 0..<tokens[index].count {
      elements.append(value(at: element, in: base))
      element = Int(tokens[element].next)
    }
    return elements
  }

  private func object(at index: Int, in base: UnsafePointer<UInt8>) -> JSONObject {
    var members: [JSONObject.Member] = []
    members.reserveCapacity(Int(tokens[index].count))
    var name = index + 1
    for _ in 0..<tokens[index].count {
      members.append(
        JSONObject.Member(
          name: tokens[name].text(in: base), value: value(at: name + 1, in: base)))
      name = Int(tokens[name + 1].next)
    }
    return JSONObject(unique: members)
  }
}
