/// Types that are not simply asked to decode or encode themselves.
enum TypeKind: UInt {
  /// Everything else.
  case plain
  case strings, integers, doubles, booleans
  /// A dictionary with strings for keys.
  case stringKeyed
  /// Foundation's `Data`, in JSON a string in Base64.
  case data
  /// Foundation's `URL`, in JSON a string.
  case url
  /// Foundation's `Decimal`, in JSON a number.
  case decimal

  /// Tells the kind of a type; Foundation's are known by their names, as Foundation is not linked.
  init(of type: Any.Type) {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier([String].self): self = .strings
    case ObjectIdentifier([Int].self): self = .integers
    case ObjectIdentifier([Double].self): self = .doubles
    case ObjectIdentifier([Bool].self): self = .booleans
    default:
      let name = _typeName(type, qualified: true)
      let isStringKeyed = name.hasPrefix("Swift.Dictionary<Swift.String, ")
      self = TypeKind.foundation[name] ?? (isStringKeyed ? .stringKeyed : .plain)
    }
  }

  private static let foundation: [String: TypeKind] = [
    "Foundation.Data": .data, "FoundationEssentials.Data": .data,
    "Foundation.URL": .url, "FoundationEssentials.URL": .url,
    "Foundation.Decimal": .decimal, "FoundationEssentials.Decimal": .decimal,
    "__C.NSDecimal": .decimal,
  ]
}

extension PointerTable {
  /// The kind of a type, worked out once.
  @inline(__always)
  mutating func kind(of type: Any.Type) -> TypeKind {
    let key = unsafeBitCast(type, to: UInt.self)
    if let value = value(for: key) { return TypeKind(rawValue: value) ?? .plain }
    let kind = TypeKind(of: type)
    insert(key, kind.rawValue)
    return kind
  }
}

/// Whether a type is an enum, by the first word of its metadata (fixed by the ABI).
func isEnum(_ type: Any.Type) -> Bool {
  unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x201
}
