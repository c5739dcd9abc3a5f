@_spi(Reflection) import Swift

/// The loader's `Dl_info`.
private struct ImageOfAddress {
  var name: UnsafePointer<CChar>?
  var base: UnsafeRawPointer?
  var symbol: UnsafePointer<CChar>?
  var symbolAddress: UnsafeRawPointer?
}

/// The loader's own function, which not every C library shows to Swift.
@_silgen_name("dladdr")
private func imageOfAddress(
  _ address: UnsafeRawPointer, _ image: UnsafeMutablePointer<ImageOfAddress>
) -> Int32

/// The little that the runtime's metadata is asked for about a type.
///
/// The layouts are part of Swift's stable ABI: metadata begins with a kind and, for values, a nominal type descriptor; an
/// enum's descriptor counts its cases; generic arguments follow the descriptor.
struct TypeLayout {
  enum Kind {
    case structure
    case enumeration
    case optional
    case other
  }

  let kind: Kind
  private let metadata: UnsafeRawPointer

  init(_ type: Any.Type) {
    metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    kind =
      switch metadata.load(as: UInt.self) {
      case 0x200: .structure
      case 0x201: .enumeration
      case 0x202: .optional
      default: .other
      }
  }

  /// How many cases an enum has, if none of them has a payload; else 0.
  var plainCaseCount: Int {
    guard kind == .enumeration else { return 0 }
    let payloadCases = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    guard payloadCases == 0 else { return 0 }
    return Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
  }

  /// A generic argument of a struct or enum that has so many at least.
  func genericArgument(_ index: Int) -> Any.Type {
    let word = MemoryLayout<UInt>.size
    return unsafeBitCast(
      metadata.load(fromByteOffset: (2 + index) * word, as: UnsafeRawPointer.self),
      to: Any.Type.self)
  }

  /// Whether it is a struct or enum of the library that this code is in.
  var isOwn: Bool {
    guard kind == .structure || kind == .enumeration else { return false }
    var (its, mine) = (ImageOfAddress(), ImageOfAddress())
    return imageOfAddress(descriptor, &its) != 0 && imageOfAddress(#dsohandle, &mine) != 0
      && its.base == mine.base
  }

  /// Points to: flags, parent, name, access function, fields (4 bytes each), then what the kind has of its own.
  private var descriptor: UnsafeRawPointer {
    metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
  }
}

extension TypeLayout {
  /// The case of an enum without payloads that stands at `index` of its declaration.
  static func plainCase<Enum>(_ index: Int, of type: Enum.Type) -> Enum? {
    guard index < TypeLayout(type).plainCaseCount, MemoryLayout<Enum>.size <= 4 else { return nil }
    var tag = UInt32(index).littleEndian
    return withUnsafeBytes(of: &tag) { $0.loadUnaligned(as: type) }
  }

  /// The stored properties of a struct, by name.
  static func fields(of type: Any.Type) -> [String: Any.Type] {
    guard TypeLayout(type).kind == .structure else { return [:] }
    var fields: [String: Any.Type] = [:]
    _ = _forEachField(of: type) { name, _, fieldType, _ in
      fields[String(cString: name)] = fieldType
      return true
    }
    return fields
  }
}
