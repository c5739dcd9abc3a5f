import CFFI
import VVSIJSON

/// A type of C as a manifest names it.
indirect enum CType {
  case void
  case scalar(Scalar)
  case enumeration(Enumeration)
  /// `const char *`, borrowed.
  case string
  /// A pointer to something that only C looks into.
  case handle(HandleType)
  /// Any other pointer: NULL as an argument, and not shown.
  case opaque
  case structure(Structure)
  /// A fixed array inside a struct.
  case array(CType, count: Int)
  /// `char[count]`, shown as a string.
  case text(count: Int)

  var size: Int {
    switch self {
    case .void: 0
    case .scalar(let scalar): scalar.size
    case .enumeration(let enumeration): enumeration.scalar.size
    case .string, .handle, .opaque: MemoryLayout<UnsafeRawPointer>.size
    case .structure(let structure): structure.size
    case .array(let element, let count): element.size * count
    case .text(let count): count
    }
  }

  var alignment: Int {
    switch self {
    case .void, .text: 1
    case .structure(let structure): structure.alignment
    case .array(let element, _): element.alignment
    default: size
    }
  }

  /// libffi's types of it; more than one only for a fixed array, which libffi does not know.
  var ffi: [UnsafeMutablePointer<ffi_type>?] {
    switch self {
    case .void: [cffi_type(CFFI_VOID)]
    case .scalar(let scalar): [cffi_type(scalar.kind)]
    case .enumeration(let enumeration): [cffi_type(enumeration.scalar.kind)]
    case .string, .handle, .opaque: [cffi_type(CFFI_POINTER)]
    case .structure(let structure): [structure.ffi]
    case .array(let element, let count): Array(repeating: element.ffi, count: count).flatMap { $0 }
    case .text(let count): Array(repeating: cffi_type(CFFI_INT8), count: count)
    }
  }

  /// The scalar that an integer or an enum is stored as.
  var scalar: Scalar? {
    switch self {
    case .scalar(let scalar): scalar
    case .enumeration(let enumeration): enumeration.scalar
    default: nil
    }
  }

  var isInteger: Bool { scalar?.isInteger ?? false }

  var isPointer: Bool {
    switch self {
    case .string, .handle, .opaque: true
    default: false
    }
  }

  var isVoid: Bool {
    if case .void = self { true } else { false }
  }

  /// Whether JSON shows nothing of it.
  var isHidden: Bool {
    if case .opaque = self { true } else { false }
  }

  /// The schema of a value; `isInput` asks for all of an array, which a state may have less of.
  func schema(isInput: Bool) -> JSON {
    switch self {
    case .void, .opaque: ["type": "null"]
    case .scalar(let scalar): scalar.schema
    case .enumeration(let enumeration): enumeration.schema
    case .string, .text: ["type": "string"]
    case .handle(let handle): handle.schema
    case .structure(let structure): structure.schema(isInput: isInput)
    case .array(let element, let count): array(element.schema(isInput: isInput), count, isInput)
    }
  }

  private func array(_ items: JSON, _ count: Int, _ isInput: Bool) -> JSON {
    let count = JSON.number(JSONNumber(count))
    var schema: JSONObject = ["type": "array", "items": items, "maxItems": count]
    if isInput { schema["minItems"] = count }
    return .object(schema)
  }
}

/// A pointer of C whose inside is C's own.
final class HandleType: Sendable {
  let name: String
  /// The function that closes one when its instance ends.
  let close: String?
  /// Where the manifest names that function.
  let place: JSONPointer

  init(name: String, close: String?, place: JSONPointer) {
    self.name = name
    self.close = close
    self.place = place
  }

  var schema: JSON {
    [
      "type": "string", "title": .string(name),
      "description": .string("a \(name) that is open, by its name and number"),
      "examples": [.string("\(name)#1")],
    ]
  }
}

/// An enum of C: constants with names, stored as an integer.
final class Enumeration: Sendable {
  let name: String
  let scalar: Scalar
  let constants: [(name: String, value: Int64)]

  init(name: String, scalar: Scalar, constants: [(name: String, value: Int64)]) {
    self.name = name
    self.scalar = scalar
    self.constants = constants
  }

  var schema: JSON {
    ["title": .string(name), "enum": .array(constants.map { .string($0.name) })]
  }

  func value(of name: String) -> Int64? { constants.first { $0.name == name }?.value }

  func name(of value: Int64) -> String? { constants.first { $0.value == value }?.name }
}
