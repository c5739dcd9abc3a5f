/// A type of C, seen through its typedefs.
indirect enum ImportedType {
  case void
  /// A number, by the name that a manifest has for it.
  case scalar(Scalar, name: String)
  case enumeration(String)
  case record(String)
  case pointer(ImportedType, isConstant: Bool, alias: String?)
  case array(ImportedType, count: Int?)
  case function(result: ImportedType, parameters: [ImportedType], isVariadic: Bool, alias: String?)
  /// One that a manifest has no word for, as C spells it.
  case other(String)
}

/// Sees through the typedefs of a header.
struct TypeResolver {
  let syntax: HeaderSyntax

  func type(_ text: String) -> ImportedType {
    guard let spelling = TypeSpelling(text) else { return .other(text) }
    return type(spelling).type
  }

  private func type(
    _ spelling: TypeSpelling, alias: String? = nil, depth: Int = 0
  ) -> (type: ImportedType, isConstant: Bool) {
    switch spelling {
    case .named(let name, let isConstant):
      let named = named(name, depth: depth)
      return (named.type, isConstant || named.isConstant)
    case .pointer(.function(let result, let parameters, let isVariadic)):
      let function = ImportedType.function(
        result: type(result).type, parameters: parameters.map { type($0).type },
        isVariadic: isVariadic, alias: alias)
      return (function, false)
    case .pointer(let pointee):
      let (type, isConstant) = type(pointee)
      // A typedef of a function, and a pointer to it.
      if case .function = type { return (type, false) }
      return (.pointer(type, isConstant: isConstant, alias: alias), false)
    case .array(let element, let count):
      let (type, isConstant) = type(element)
      return (.array(type, count: count), isConstant)
    case .function(let result, let parameters, let isVariadic):
      let function = ImportedType.function(
        result: type(result).type, parameters: parameters.map { type($0).type },
        isVariadic: isVariadic, alias: alias)
      return (function, false)
    }
  }

  private func named(_ name: String, depth: Int) -> (type: ImportedType, isConstant: Bool) {
    if name == "void" { return (.void, false) }
    let scalar = Scalar(name)
    if let scalar, syntax.aliases[name] == nil { return (.scalar(scalar, name: name), false) }
    for tag in ["struct ", "union "] where name.hasPrefix(tag) {
      return (.record(String(name.dropFirst(tag.count))), false)
    }
    if name.hasPrefix("enum ") { return (.enumeration(String(name.dropFirst(5))), false) }
    guard depth < 64, let alias = syntax.aliases[name] else { return (.other(name), false) }
    if let id = alias.unnamed {
      let isRecord = syntax.records[id] != nil
      return (isRecord ? .record(id) : .enumeration(id), false)
    }
    guard let spelling = TypeSpelling(alias.type) else { return (.other(name), false) }
    let named = type(spelling, alias: name, depth: depth + 1)
    // `size_t` says more than `unsigned long`, where it is that.
    if let scalar, case .scalar(scalar, _) = named.type {
      return (.scalar(scalar, name: name), named.isConstant)
    }
    return named
  }
}

extension ImportedType {
  var isInteger: Bool {
    if case .scalar(let scalar, _) = self { scalar.isInteger } else { false }
  }
}
