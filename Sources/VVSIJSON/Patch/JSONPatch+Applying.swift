extension JSONPatch {
  /// What becomes of a value.
  ///
  /// - Throws: ``JSONError`` with `invalid_payload` and the place, if a step does not fit the value; then nothing is
  ///   done.
  public func applied(to value: JSON) throws(JSONError) -> JSON {
    var value = value
    for operation in operations { try operation.apply(to: &value) }
    return value
  }
}

extension JSONPatch.Operation {
  fileprivate func apply(to value: inout JSON) throws(JSONError) {
    switch self {
    case .add(let place, let added): try value.add(added, place)
    case .remove(let place): _ = try value.remove(place)
    case .replace(let place, let replacement):
      try value.change(place) { (old) throws(JSONError) in old = replacement }
    case .move(let from, let to):
      guard !to.isInside(from) || to == from else {
        throw JSONError(from, "a place that is not inside what is moved", to.description)
      }
      try value.add(try value.remove(from), to)
    case .copy(let from, let to): try value.add(try value.value(at: from), to)
    case .test(let place, let expected):
      let found = try value.value(at: place)
      guard found == expected else { throw JSONError(place, expected.summary, found.summary) }
    }
  }
}

extension JSONError {
  fileprivate init(_ place: JSONPointer, _ expected: String, _ found: String) {
    self.init(
      code: "invalid_payload", path: place.description, line: 0, column: 0, expected: expected,
      found: found)
  }

  fileprivate static func nothing(at place: JSONPointer) -> JSONError {
    JSONError(place, "a value", "nothing")
  }
}

extension JSON {
  fileprivate func value(at place: JSONPointer) throws(JSONError) -> JSON {
    guard let value = self[place] else { throw .nothing(at: place) }
    return value
  }

  fileprivate mutating func add(_ added: JSON, _ place: JSONPointer) throws(JSONError) {
    guard let last = place.tokens.last else {
      self = added
      return
    }
    try change(place.parent) { (parent) throws(JSONError) in
      try parent.addChild(added, last, place)
    }
  }

  private mutating func addChild(
    _ added: JSON, _ token: String, _ place: JSONPointer
  ) throws(JSONError) {
    switch self {
    case .object(var object):
      self = .null
      object[token] = added
      self = .object(object)
    case .array(var elements):
      let index = token == "-" ? elements.count : arrayIndex(token, count: elements.count + 1)
      guard let index else {
        throw JSONError(
          place, "a position up to \(elements.count), or -", JSON.string(token).summary)
      }
      self = .null
      elements.insert(added, at: index)
      self = .array(elements)
    default: throw JSONError(place.parent, "an object or an array", summary)
    }
  }

  fileprivate mutating func remove(_ place: JSONPointer) throws(JSONError) -> JSON {
    guard let last = place.tokens.last else {
      defer { self = .null }
      return self
    }
    var removed = JSON.null
    try change(place.parent) { (parent) throws(JSONError) in
      removed = try parent.removeChild(last, place)
    }
    return removed
  }

  private mutating func removeChild(
    _ token: String, _ place: JSONPointer
  ) throws(JSONError) -> JSON {
    switch self {
    case .object(var object):
      self = .null
      let removed = object.remove(token)
      self = .object(object)
      if let removed { return removed }
    case .array(var elements):
      guard let index = arrayIndex(token, count: elements.count) else { break }
      self = .null
      let removed = elements.remove(at: index)
      self = .array(elements)
      return removed
    default: break
    }
    throw .nothing(at: place)
  }

  /// Changes the value at a place, which must be there, without copying what is around it.
  fileprivate mutating func change(
    _ place: JSONPointer, _ body: (inout JSON) throws(JSONError) -> Void
  ) throws(JSONError) {
    try change(place.tokens[...], place, body)
  }

  private mutating func change(
    _ tokens: ArraySlice<String>, _ place: JSONPointer,
    _ body: (inout JSON) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard let token = tokens.first else { return try body(&self) }
    switch self {
    case .object(var object):
      guard var child = object[token] else { throw .nothing(at: place) }
      self = .null
      object[token] = .null
      try child.change(tokens.dropFirst(), place, body)
      object[token] = child
      self = .object(object)
    case .array(var elements):
      guard let index = arrayIndex(token, count: elements.count) else { throw .nothing(at: place) }
      self = .null
      try elements[index].change(tokens.dropFirst(), place, body)
      self = .array(elements)
    default: throw .nothing(at: place)
    }
  }
}
