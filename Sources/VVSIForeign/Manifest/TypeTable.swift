import VVSIHost
import VVSIJSON

/// The types that a manifest can name.
struct TypeTable {
  private var enumerations: [String: Enumeration] = [:]
  private var structures: [String: Structure] = [:]
  private(set) var handles: [String: HandleType] = [:]
  private(set) var callbacks: [String: CallbackType] = [:]
  /// The structs that are not resolved yet.
  private var waiting: [String: ManifestValue] = [:]
  private var resolving: [String] = []

  /// How many elements a fixed array may have.
  static let elementLimit = 65_536

  /// The names of all types, for messages.
  var names: [String] {
    let own = [
      Array(enumerations.keys), Array(structures.keys), Array(waiting.keys), Array(handles.keys),
      Array(callbacks.keys),
    ]
    return ["void", "string", "pointer"] + Scalar.names + own.flatMap { $0.sorted() }
  }

  /// Reads the declarations of a manifest.
  init(_ members: [String: ManifestValue]) throws(ManifestFault) {
    for (name, value) in try members["enums"]?.namedMembers() ?? [] {
      try declare(name, value)
      enumerations[name] = try Self.enumeration(name, value)
    }
    for (name, value) in try members["handles"]?.namedMembers() ?? [] {
      try declare(name, value)
      let parts = try value.members(known: ["close"])
      handles[name] = HandleType(
        name: name, close: try parts["close"]?.string(), place: value.place.appending("close"))
    }
    for (name, value) in try members["structs"]?.namedMembers() ?? [] {
      try declare(name, value)
      waiting[name] = value
    }
    while let name = waiting.keys.min() { _ = try structure(name) }
    for (name, value) in try members["callbacks"]?.namedMembers() ?? [] {
      try declare(name, value)
      callbacks[name] = try callback(name, value)
    }
  }

  private func declare(_ name: String, _ value: ManifestValue) throws(ManifestFault) {
    guard isWord(name) else {
      throw ManifestFault(
        pointer: value.pointer, expected: "a name of letters, digits and _",
        found: JSON.string(name).summary)
    }
    guard !names.contains(name), Scalar(name) == nil, name != "bytes", name != "state" else {
      throw ManifestFault(
        pointer: value.pointer, expected: "a name that is not taken",
        found: "'\(name)', which is another type's")
    }
  }

  private static func enumeration(
    _ name: String, _ value: ManifestValue
  ) throws(ManifestFault) -> Enumeration {
    let parts = try value.members(known: ["type", "values"])
    var scalar = Scalar.int32
    if let type = parts["type"] {
      guard let found = Scalar(try type.string()), found.isInteger else {
        throw type.fault("a type of integer")
      }
      scalar = found
    }
    guard let values = parts["values"] else {
      throw value.missing("values", "constants with their values")
    }
    var constants: [(name: String, value: Int64)] = []
    for (name, constant) in try values.namedMembers() {
      let scratch = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
      defer { scratch.deallocate() }
      guard let number = constant.json.numberValue?.int64, scalar.store(number, to: scratch) else {
        throw constant.fault(scalar.expected)
      }
      constants.append((name, number))
    }
    guard !constants.isEmpty else { throw values.fault("at least one constant") }
    return Enumeration(name: name, scalar: scalar, constants: constants)
  }

  private mutating func structure(_ name: String) throws(ManifestFault) -> Structure? {
    if let known = structures[name] { return known }
    guard let value = waiting[name] else { return nil }
    if let first = resolving.firstIndex(of: name) {
      let way = (resolving[first...] + [name]).joined(separator: " → ")
      throw ManifestFault(
        pointer: value.pointer, expected: "structs that do not contain themselves",
        found: "the cycle \(way)")
    }
    resolving.append(name)
    defer { resolving.removeLast() }
    let structure = try structure(name, of: value)
    structures[name] = structure
    waiting[name] = nil
    return structure
  }

  /// Lays out the members of a struct.
  mutating func structure(
    _ name: String, of value: ManifestValue
  ) throws(ManifestFault) -> Structure {
    var members: [(name: String, type: CType)] = []
    var size = 0
    for (name, value) in try value.namedMembers() {
      let type = try member(try value.string(), value)
      size += type.size
      guard size <= Structure.sizeLimit else {
        throw value.fault("structs of at most \(Structure.sizeLimit) bytes")
      }
      members.append((name, type))
    }
    guard !members.isEmpty else { throw value.fault("at least one field with its type") }
    guard let structure = Structure(name: name, members: members) else {
      throw value.fault("members that libffi can lay out")
    }
    return structure
  }

  /// The type of a struct's member, with its count where it is a fixed array.
  private mutating func member(
    _ text: String, _ value: ManifestValue
  ) throws(ManifestFault) -> CType {
    guard text.hasSuffix("]"), let open = text.lastIndex(of: "[") else {
      return try named(text, value)
    }
    let digits = text[text.index(after: open)...].dropLast()
    guard let count = Int(digits), count > 0, count <= Self.elementLimit else {
      throw value.fault("a count from 1 to \(Self.elementLimit) in the brackets")
    }
    let element = text[..<open].trimmed
    if element == "char" { return .text(count: count) }
    return .array(try member(element, value), count: count)
  }

  private mutating func named(
    _ name: String, _ value: ManifestValue
  ) throws(ManifestFault) -> CType {
    if waiting[name] != nil, let structure = try structure(name) { return .structure(structure) }
    let type = try type(name, value)
    if type.isVoid { throw value.fault("a type other than void") }
    return type
  }

  /// The type that a name stands for.
  func type(_ name: String, _ value: ManifestValue) throws(ManifestFault) -> CType {
    switch name {
    case "void": return .void
    case "string", "const char *", "const char*": return .string
    case "pointer", "void *", "void*", "const void *", "const void*": return .opaque
    default: break
    }
    if let scalar = Scalar(name) { return .scalar(scalar) }
    if let enumeration = enumerations[name] { return .enumeration(enumeration) }
    if let structure = structures[name] { return .structure(structure) }
    if let handle = handles[name] { return .handle(handle) }
    let near = nearest(name, in: names)
    throw ManifestFault(
      pointer: value.pointer,
      expected: near.map { "a type, such as '\($0)'" }
        ?? "one of the types \(names.joined(separator: ", "))",
      found: "'\(name)'")
  }

  /// The form of an argument: a type, a pointer to it, a buffer of it, a callback, or the state.
  func form(_ text: String, _ value: ManifestValue) throws(ManifestFault) -> Argument.Form {
    if text == "state" { return .state }
    if text == "bytes" { return .bytes(.text) }
    if let callback = callbacks[text] { return .callback(callback) }
    if text.hasSuffix("[]") {
      let element = try type(text.dropLast(2).trimmed, value)
      guard !element.isVoid else { throw value.fault("elements of a type other than void") }
      return .buffer(element)
    }
    if let type = try? type(text, value) { return .value(type) }
    guard text.hasSuffix("*") else { return .value(try type(text, value)) }
    return .pointer(try type(text.dropLast().trimmed, value))
  }

  private func isWord(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == 0x5F
      }
  }
}

extension StringProtocol {
  /// Without blanks at either end.
  var trimmed: String {
    var text = self[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
