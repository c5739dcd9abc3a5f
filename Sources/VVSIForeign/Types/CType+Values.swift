import VVSIJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A value that does not fit its type.
struct Misfit: Error {
  /// The way to it from where the reading began, innermost first.
  var steps: [String] = []
  var expected: String
  var found: String

  init(_ expected: String, found: JSON) {
    self.expected = expected
    self.found = found.summary
  }

  init(_ expected: String, found: String) {
    self.expected = expected
    self.found = found
  }
}

extension CType {
  /// Writes a value for C to read.
  ///
  /// - Throws: ``Misfit``; what was written before it is of no use.
  func store(
    _ json: JSON, to place: UnsafeMutableRawPointer, _ memory: CallMemory
  ) throws(Misfit) {
    switch self {
    case .void, .opaque: place.storeBytes(of: nil, as: UnsafeRawPointer?.self)
    case .scalar(let scalar):
      guard scalar.store(json, to: place) else { throw Misfit(scalar.expected, found: json) }
    case .enumeration(let enumeration):
      let value = json.stringValue.flatMap(enumeration.value)
      guard let value, enumeration.scalar.store(value, to: place) else {
        let names = enumeration.constants.map(\.name).joined(separator: ", ")
        throw Misfit("one of \(names)", found: json)
      }
    case .string:
      let string = try memory.copy(Self.string(json))
      place.storeBytes(of: string, as: UnsafeMutableRawPointer?.self)
    case .handle(let type):
      place.storeBytes(
        of: try memory.handles.pointer(json, of: type), as: UnsafeMutableRawPointer?.self)
    case .structure(let structure): try structure.store(json, to: place, memory)
    case .array(let element, let count): try element.store(json, count, to: place, memory)
    case .text(let count):
      let bytes = try Self.string(json)
      guard bytes.count < count else {
        throw Misfit("at most \(count - 1) bytes", found: "\(bytes.count) bytes")
      }
      memset(place, 0, count)
      place.copyMemory(from: bytes, byteCount: bytes.count)
    }
  }

  /// The bytes of a string that C can read: there is no NUL in them.
  static func string(_ json: JSON) throws(Misfit) -> [UInt8] {
    guard let text = json.stringValue else { throw Misfit("a string", found: json) }
    let bytes = Array(text.utf8)
    guard !bytes.contains(0) else {
      throw Misfit("a string without NUL, where C's strings end", found: "one with NUL")
    }
    return bytes
  }

  private func store(
    _ json: JSON, _ count: Int, to place: UnsafeMutableRawPointer, _ memory: CallMemory
  ) throws(Misfit) {
    guard let elements = json.arrayValue, elements.count <= count else {
      throw Misfit("an array of \(count)", found: json)
    }
    memset(place, 0, size * count)
    try store(elements, to: place, memory)
  }

  /// Writes elements one behind the other.
  func store(
    _ elements: [JSON], to place: UnsafeMutableRawPointer, _ memory: CallMemory
  ) throws(Misfit) {
    for (index, element) in elements.enumerated() {
      do throws(Misfit) {
        try store(element, to: place + index * size, memory)
      } catch {
        throw error.inside(String(index))
      }
    }
  }

  /// Writes what C left at a place as JSON text.
  func append(
    at place: UnsafeRawPointer, to text: inout [UInt8], _ handles: HandleTable?
  ) {
    switch self {
    case .void, .opaque: text.append(literal: "null")
    case .scalar(let scalar): scalar.append(at: place, to: &text)
    case .enumeration(let enumeration):
      let name = enumeration.scalar.integer(at: place).flatMap(enumeration.name)
      if let name {
        text.append(quoted: name)
      } else {
        enumeration.scalar.append(at: place, to: &text)
      }
    case .string: text.append(string: place.load(as: UnsafePointer<CChar>?.self))
    case .handle(let type):
      let pointer = place.load(as: UnsafeMutableRawPointer?.self)
      let name = pointer.flatMap { handles?.name(of: $0, type) }
      name.map { text.append(quoted: $0) } ?? text.append(literal: "null")
    case .structure(let structure): structure.append(at: place, to: &text, handles)
    case .array(let element, let count):
      element.append(count, at: place, to: &text, handles)
    case .text(let count):
      let bytes = UnsafeRawBufferPointer(start: place, count: count).prefix { $0 != 0 }
      text.append(quoted: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Writes elements that lie one behind the other as a JSON array.
  func append(
    _ count: Int, at place: UnsafeRawPointer, to text: inout [UInt8], _ handles: HandleTable?
  ) {
    text.append(UInt8(ascii: "["))
    for index in 0..<count {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      append(at: place + index * size, to: &text, handles)
    }
    text.append(UInt8(ascii: "]"))
  }
}

extension Misfit {
  /// The same, seen from outside.
  func inside(_ step: String) -> Misfit {
    var misfit = self
    misfit.steps.append(step)
    return misfit
  }
}

extension Structure {
  /// Writes the members that are given; those that are not stay as they are.
  func store(
    _ json: JSON, to place: UnsafeMutableRawPointer, _ memory: CallMemory
  ) throws(Misfit) {
    guard let members = json.objectValue else { throw Misfit("an object", found: json) }
    for (name, value) in members {
      guard let field = shown.first(where: { $0.name == name }) else {
        throw Misfit("one of \(shown.map(\.name).joined(separator: ", "))", found: .string(name))
          .inside(name)
      }
      do throws(Misfit) {
        try field.type.store(value, to: place + field.offset, memory)
      } catch {
        throw error.inside(name)
      }
    }
  }

  /// Writes the members that are shown as a JSON object.
  func append(at place: UnsafeRawPointer, to text: inout [UInt8], _ handles: HandleTable?) {
    text.append(UInt8(ascii: "{"))
    appendMembers(at: place, to: &text, handles)
    text.append(UInt8(ascii: "}"))
  }

  func appendMembers(at place: UnsafeRawPointer, to text: inout [UInt8], _ handles: HandleTable?) {
    var isFirst = true
    for field in fields where !field.type.isHidden {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      text.append(contentsOf: field.label)
      field.type.append(at: place + field.offset, to: &text, handles)
    }
  }
}
