import CFFI
import VVSIJSON

/// A number of C, as wide as it is on this machine.
enum Scalar: Equatable, CaseIterable {
  case bool
  case int8, uint8, int16, uint16, int32, uint32, int64, uint64
  case float, double

  /// The spellings that C and `<stdint.h>` have for it.
  init?(_ name: String) {
    switch name {
    case "bool", "_Bool": self = .bool
    case "char": self = Self.plainCharacter
    case "signed char", "int8", "int8_t": self = .int8
    case "unsigned char", "uint8", "uint8_t": self = .uint8
    case "short", "int16", "int16_t": self = .int16
    case "unsigned short", "uint16", "uint16_t": self = .uint16
    case "int", "int32", "int32_t": self = .int32
    case "unsigned int", "unsigned", "uint32", "uint32_t": self = .uint32
    case "long", "ssize_t", "ptrdiff_t", "intptr_t":
      self = MemoryLayout<CLong>.size == 8 ? .int64 : .int32
    case "unsigned long", "size_t", "uintptr_t":
      self = MemoryLayout<CUnsignedLong>.size == 8 ? .uint64 : .uint32
    case "long long", "int64", "int64_t": self = .int64
    case "unsigned long long", "uint64", "uint64_t": self = .uint64
    case "float": self = .float
    case "double": self = .double
    default: return nil
    }
  }

  /// `char` has a sign on some machines and none on others.
  private static var plainCharacter: Scalar {
    let all = CChar(truncatingIfNeeded: -1)
    return all.description == "-1" ? .int8 : .uint8
  }

  /// One spelling of each, for messages.
  static let names = [
    "bool", "char", "short", "int", "long", "long long", "unsigned int", "size_t", "int8", "uint8",
    "int16", "uint16", "int32", "uint32", "int64", "uint64", "float", "double",
  ]

  var kind: cffi_kind {
    switch self {
    case .bool: CFFI_BOOL
    case .int8: CFFI_INT8
    case .uint8: CFFI_UINT8
    case .int16: CFFI_INT16
    case .uint16: CFFI_UINT16
    case .int32: CFFI_INT32
    case .uint32: CFFI_UINT32
    case .int64: CFFI_INT64
    case .uint64: CFFI_UINT64
    case .float: CFFI_FLOAT
    case .double: CFFI_DOUBLE
    }
  }

  var size: Int {
    switch self {
    case .bool, .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int32, .uint32, .float: 4
    case .int64, .uint64, .double: 8
    }
  }

  var isInteger: Bool {
    switch self {
    case .bool, .float, .double: false
    default: true
    }
  }

  /// Whether C passes it as something wider where it has no declared type.
  var isPromoted: Bool { self == .float || size < 4 }

  /// The smallest and the greatest integer; nil for others.
  var bounds: (least: JSONNumber, most: JSONNumber)? {
    func of<T: FixedWidthInteger>(_: T.Type) -> (JSONNumber, JSONNumber) {
      (JSONNumber(T.min), JSONNumber(T.max))
    }
    switch self {
    case .bool, .float, .double: return nil
    case .int8: return of(Int8.self)
    case .uint8: return of(UInt8.self)
    case .int16: return of(Int16.self)
    case .uint16: return of(UInt16.self)
    case .int32: return of(Int32.self)
    case .uint32: return of(UInt32.self)
    case .int64: return of(Int64.self)
    case .uint64: return of(UInt64.self)
    }
  }

  /// What a value must be, for messages.
  var expected: String {
    guard let bounds else { return self == .bool ? "true or false" : "a number" }
    return "an integer from \(bounds.least.literal) to \(bounds.most.literal)"
  }
}

extension Scalar {
  /// Writes a value; false if it does not fit, and then nothing is written.
  func store(_ json: JSON, to place: UnsafeMutableRawPointer) -> Bool {
    switch (self, json) {
    case (.bool, .bool(let value)):
      place.storeBytes(of: value ? 1 : 0, as: UInt8.self)
      return true
    case (.float, .number(let number)):
      let value = Float(number.double)
      place.storeBytes(of: value, as: Float.self)
      return value.isFinite
    case (.double, .number(let number)):
      place.storeBytes(of: number.double, as: Double.self)
      return number.double.isFinite
    case (.uint64, .number(let number)):
      guard let value = number.uint64 else { return false }
      place.storeBytes(of: value, as: UInt64.self)
      return true
    case (_, .number(let number)):
      guard let value = number.int64 else { return false }
      return store(value, to: place)
    default: return false
    }
  }

  /// Writes an integer; false if it does not fit, and then nothing is written.
  func store(_ value: Int64, to place: UnsafeMutableRawPointer) -> Bool {
    func put<T: FixedWidthInteger & BitwiseCopyable>(_: T.Type) -> Bool {
      guard let value = T(exactly: value) else { return false }
      place.storeBytes(of: value, as: T.self)
      return true
    }
    switch self {
    case .int8: return put(Int8.self)
    case .uint8: return put(UInt8.self)
    case .int16: return put(Int16.self)
    case .uint16: return put(UInt16.self)
    case .int32: return put(Int32.self)
    case .uint32: return put(UInt32.self)
    case .int64: return put(Int64.self)
    case .uint64: return put(UInt64.self)
    case .bool, .float, .double: return false
    }
  }

  /// The integer at a place; nil if this is none, or one beyond `Int64`.
  func integer(at place: UnsafeRawPointer) -> Int64? {
    switch self {
    case .bool: Int64(place.load(as: UInt8.self))
    case .int8: Int64(place.load(as: Int8.self))
    case .uint8: Int64(place.load(as: UInt8.self))
    case .int16: Int64(place.loadUnaligned(as: Int16.self))
    case .uint16: Int64(place.loadUnaligned(as: UInt16.self))
    case .int32: Int64(place.loadUnaligned(as: Int32.self))
    case .uint32: Int64(place.loadUnaligned(as: UInt32.self))
    case .int64: place.loadUnaligned(as: Int64.self)
    case .uint64: Int64(exactly: place.loadUnaligned(as: UInt64.self))
    case .float, .double: nil
    }
  }

  /// The number at a place; what JSON cannot say, an infinity or NaN, is null.
  func append(at place: UnsafeRawPointer, to text: inout [UInt8]) {
    switch self {
    case .bool: text.append(literal: place.load(as: UInt8.self) == 0 ? "false" : "true")
    case .uint64: text.append(number: place.loadUnaligned(as: UInt64.self))
    case .float:
      let value = place.loadUnaligned(as: Float.self)
      text.append(literal: value.isFinite ? value.description : "null")
    case .double:
      let value = JSONNumber(place.loadUnaligned(as: Double.self))
      text.append(literal: value?.literal ?? "null")
    default:
      let value = integer(at: place) ?? 0
      if value < 0 { text.append(UInt8(ascii: "-")) }
      text.append(number: value.magnitude)
    }
  }

  /// What libffi wrote where a result goes: an integer that is narrower than a register fills all of it.
  func narrowResult(at place: UnsafeMutableRawPointer) {
    guard size < MemoryLayout<ffi_arg>.size, self != .float else { return }
    let wide = place.load(as: ffi_arg.self)
    switch size {
    case 1: place.storeBytes(of: UInt8(truncatingIfNeeded: wide), as: UInt8.self)
    case 2: place.storeBytes(of: UInt16(truncatingIfNeeded: wide), as: UInt16.self)
    default: place.storeBytes(of: UInt32(truncatingIfNeeded: wide), as: UInt32.self)
    }
  }

  /// The schema of a value.
  var schema: JSON {
    guard let bounds else { return ["type": self == .bool ? "boolean" : "number"] }
    return [
      "type": "integer", "minimum": .number(bounds.least), "maximum": .number(bounds.most),
    ]
  }
}
