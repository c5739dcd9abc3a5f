import VVSIHost
import VVSIJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The state of one instance: the struct that C writes to, and the fields that results went to.
final class InstanceState {
  let pointer: UnsafeMutableRawPointer?
  private let structure: Structure?
  private let names: [String]
  private let labels: [[UInt8]]
  private var texts: [[UInt8]]

  private static let null = Array("null".utf8)

  /// Makes the initial state of a feature.
  init(_ manifest: ForeignManifest) throws(Misfit) {
    structure = manifest.state
    names = manifest.results.map(\.name)
    labels = names.map { JSON.string($0).bytes() + [UInt8(ascii: ":")] }
    texts = names.map { _ in Self.null }
    guard let structure else {
      pointer = nil
      return
    }
    // As malloc aligns it, that is for anything.
    guard let memory = calloc(max(structure.size, 1), 1) else {
      throw Misfit("memory for \(structure.size) bytes", found: "none left")
    }
    pointer = memory
    do throws(Misfit) {
      try structure.store(manifest.initial, to: memory, CallMemory(handles: HandleTable()))
    } catch {
      free(memory)
      throw error
    }
  }

  /// Frees the struct; the last call.
  func release() {
    free(pointer)
  }

  /// Takes over a state that fits the schema; handles in it are of another instance, and become null.
  func take(_ json: JSON, _ manifest: ForeignManifest) throws(Misfit) {
    for (name, value) in json.objectValue ?? [:] {
      if let field = manifest.results.first(where: { $0.name == name }) {
        set(name, field.shape.holdsHandles ? Self.null : value.bytes())
      } else if let structure, let pointer {
        try structure.store(
          .object([name: value]), to: pointer, CallMemory(handles: HandleTable()))
      }
    }
  }

  private func set(_ name: String, _ text: [UInt8]) {
    guard let index = names.firstIndex(of: name) else { return }
    texts[index] = text
  }

  /// Writes what a field holds from now on, in the memory of what it held before.
  func write(_ field: Int, _ body: (inout [UInt8]) -> Void) {
    texts[field].removeAll(keepingCapacity: true)
    body(&texts[field])
  }

  /// Takes a handle out of the fields.
  func forget(_ handle: String) {
    let text = JSON.string(handle).bytes()
    for index in texts.indices where texts[index] == text { texts[index] = Self.null }
  }

  /// What a field holds; nil if there is none of this name.
  func value(of name: String) -> JSON? {
    if let index = names.firstIndex(of: name) { return try? JSON(parsing: texts[index]) }
    guard let pointer, let field = structure?.shown.first(where: { $0.name == name }) else {
      return nil
    }
    var text: [UInt8] = []
    field.type.append(at: pointer + field.offset, to: &text, nil)
    return try? JSON(parsing: text)
  }

  /// The state as JSON text.
  func text() -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(128)
    text.append(UInt8(ascii: "{"))
    if let structure, let pointer {
      structure.appendMembers(at: pointer, to: &text, nil)
      if !names.isEmpty { text.append(UInt8(ascii: ",")) }
    }
    for index in names.indices {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text.append(contentsOf: labels[index])
      text.append(contentsOf: texts[index])
    }
    text.append(UInt8(ascii: "}"))
    return text
  }

  /// The bytes of the struct; nil if there is none.
  func copy() -> [UInt8]? {
    guard let structure, let pointer else { return nil }
    return Array(UnsafeRawBufferPointer(start: pointer, count: structure.size))
  }

  func restore(_ bytes: [UInt8]) {
    pointer?.copyMemory(from: bytes, byteCount: bytes.count)
  }
}

extension Shape {
  /// Whether a handle is shown in it.
  var holdsHandles: Bool {
    switch self {
    case .one(.handle), .many(.handle): true
    case .one(.structure(let structure)), .many(.structure(let structure)): structure.holdsPointers
    default: false
    }
  }
}
