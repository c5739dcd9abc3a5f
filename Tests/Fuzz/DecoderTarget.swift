/// Types decode or refuse, and what they decode they encode so that it decodes to the same.
func fuzzDecoder(_ text: UnsafeBufferPointer<UInt8>) {
  var decoder = JSONTextDecoder()
  let parsed = try? JSON(parsing: text)
  let tree = try? decoder.decode(Tree.self, from: text)
  precondition(tree?.value == parsed.map(Tree.rounded))
  if let tree { check(tree) }
  for unknownFields in [JSONTextDecoder.UnknownFields.ignore, .reject] {
    decoder.unknownFields = unknownFields
    repeatable(FuzzedAction.self, text, decoder)
    repeatable(Derived.self, text, decoder)
    repeatable([String: [Double?]].self, text, decoder)
    repeatable([Kind: Int128].self, text, decoder)
    repeatable([[String]].self, text, decoder)
    repeatable([Int: [UInt8]].self, text, decoder)
    repeatable([Float].self, text, decoder)
  }
}

/// What a tree encodes, in whatever order its containers are written, says the same as the tree.
private func check(_ tree: Tree) {
  var encoder = JSONTextEncoder()
  for sortedKeys in [false, true] {
    encoder.sortedKeys = sortedKeys
    guard let written = try? encoder.encode(tree) else {
      preconditionFailure("what was decoded does not encode")
    }
    precondition((try? JSON(parsing: written)) == tree.value)
  }
}

private func repeatable<T: Codable & Equatable>(
  _ type: T.Type, _ text: UnsafeBufferPointer<UInt8>, _ decoder: JSONTextDecoder
) {
  let value: T
  do {
    value = try decoder.decode(type, from: text)
  } catch {
    // Of an unknown name the name itself is told, which may be empty.
    let isName = error.code == "unknown_field" || error.code == "unknown_action"
    precondition(!error.expected.isEmpty && (isName || !error.found.isEmpty))
    precondition(JSONPointer(error.path) != nil && error.line >= 1 && error.column >= 1)
    return
  }
  guard let written = try? JSONTextEncoder().encode(value) else {
    preconditionFailure("what was decoded does not encode")
  }
  precondition((try? decoder.decode(type, from: written)) == value)
}

private indirect enum FuzzedAction: Codable, Equatable {
  case add
  case set(Int8, Float?)
  case fields(a: String, b: Bool?, c: [UInt64])
  case nested([FuzzedAction])
  case table([String: FuzzedAction], Inner)

  struct Inner: Codable, Equatable {
    var id: Double
    var next: [Inner]?
  }
}

private enum Kind: String, Codable, CodingKeyRepresentable {
  case add, id, next
}

private class Base: Codable, Equatable {
  var id: Int

  static func == (left: Base, right: Base) -> Bool { left.id == right.id }
}

/// Has what it inherits under `super`.
private final class Derived: Base {
  var next: Kind?

  private enum CodingKeys: String, CodingKey {
    case next
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    next = try container.decodeIfPresent(Kind.self, forKey: .next)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try super.encode(to: container.superEncoder())
    try container.encodeIfPresent(next, forKey: .next)
  }

  static func == (left: Derived, right: Derived) -> Bool {
    left.id == right.id && left.next == right.next
  }
}
