extension JSONPatch {
  /// Reads a patch from its JSON form, an array of operations.
  ///
  /// - Throws: ``JSONError`` with `invalid_payload` or `missing_field` and the place in the patch.
  public init(_ json: JSON) throws(JSONError) {
    guard let elements = json.arrayValue else {
      throw JSONError(at: JSONPointer(), "an array of operations", json.summary)
    }
    self.init()
    for (index, element) in elements.enumerated() {
      operations.append(try Operation(element, at: JSONPointer(tokens: [String(index)])))
    }
  }

  /// The patch in its JSON form.
  public var json: JSON { .array(operations.map(\.json)) }
}

extension JSONPatch.Operation {
  fileprivate init(_ json: JSON, at place: JSONPointer) throws(JSONError) {
    let op = try json.string("op", at: place)
    let path = try json.pointer("path", at: place)
    switch op {
    case "add": self = .add(path, try json.member("value", at: place))
    case "remove": self = .remove(path)
    case "replace": self = .replace(path, with: try json.member("value", at: place))
    case "move": self = .move(from: try json.pointer("from", at: place), to: path)
    case "copy": self = .copy(from: try json.pointer("from", at: place), to: path)
    case "test": self = .test(path, try json.member("value", at: place))
    default:
      throw JSONError(
        at: place.appending("op"), "add, remove, replace, move, copy or test",
        JSON.string(op).summary)
    }
  }

  fileprivate var json: JSON {
    switch self {
    case .add(let path, let value):
      ["op": "add", "path": .string(path.description), "value": value]
    case .remove(let path): ["op": "remove", "path": .string(path.description)]
    case .replace(let path, let value):
      ["op": "replace", "path": .string(path.description), "value": value]
    case .move(let from, let path):
      ["op": "move", "from": .string(from.description), "path": .string(path.description)]
    case .copy(let from, let path):
      ["op": "copy", "from": .string(from.description), "path": .string(path.description)]
    case .test(let path, let value):
      ["op": "test", "path": .string(path.description), "value": value]
    }
  }
}

extension JSONError {
  fileprivate init(at place: JSONPointer, _ expected: String, _ found: String) {
    self.init(
      code: found == "nothing" ? "missing_field" : "invalid_payload", path: place.description,
      line: 0, column: 0, expected: expected, found: found)
  }
}

extension JSON {
  fileprivate func member(_ name: String, at place: JSONPointer) throws(JSONError) -> JSON {
    guard case .object(let object) = self else {
      throw JSONError(at: place, "an operation", summary)
    }
    guard let value = object[name] else {
      throw JSONError(at: place.appending(name), "a value", "nothing")
    }
    return value
  }

  fileprivate func string(_ name: String, at place: JSONPointer) throws(JSONError) -> String {
    let value = try member(name, at: place)
    guard case .string(let string) = value else {
      throw JSONError(at: place.appending(name), "a string", value.summary)
    }
    return string
  }

  fileprivate func pointer(_ name: String, at place: JSONPointer) throws(JSONError) -> JSONPointer {
    let text = try string(name, at: place)
    guard let pointer = JSONPointer(text) else {
      throw JSONError(at: place.appending(name), "a JSON pointer", JSON.string(text).summary)
    }
    return pointer
  }
}
