import VVSIJSON

/// Why a function is not taken into a draft.
struct Unfit: Error, Equatable {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// The structs and enums of a header: what a manifest calls them, and whether it can hold them.
struct HeaderTypes {
  let syntax: HeaderSyntax
  let resolver: TypeResolver
  private let names: [String: String]
  private let taken: Set<String>

  init(_ syntax: HeaderSyntax) {
    self.syntax = syntax
    resolver = TypeResolver(syntax: syntax)
    names = Self.names(syntax)
    taken = Set(names.values).union(Self.reserved)
  }

  private static let reserved: Set<String> = ["void", "string", "pointer", "bytes", "state"]

  /// What a manifest calls the struct or enum of a tag or id.
  func name(of key: String) -> String { names[key] ?? key }

  /// Whether a type of this name is there already.
  func isTaken(_ name: String) -> Bool { taken.contains(name) || Scalar(name) != nil }

  /// A typedef's name comes before a tag.
  private static func names(_ syntax: HeaderSyntax) -> [String: String] {
    var wanted: [String: String] = [:]
    for (alias, target) in syntax.aliases.sorted(by: { $0.key < $1.key }) {
      let key = target.unnamed ?? tag(target.type)
      guard let key, wanted[key] == nil || alias == key else { continue }
      wanted[key] = alias
    }
    var names: [String: String] = [:]
    var taken = reserved
    for key in (Array(syntax.records.keys) + syntax.enumerations.keys).sorted() {
      var name = wanted[key] ?? key
      while taken.contains(name) || Scalar(name) != nil { name += "_" }
      taken.insert(name)
      names[key] = name
    }
    return names
  }

  /// The tag that a typedef names, directly or behind one pointer.
  private static func tag(_ type: String) -> String? {
    for tag in ["struct ", "union ", "enum "] where type.hasPrefix(tag) {
      let name = type.dropFirst(tag.count).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let rest = type.dropFirst(tag.count + name.count)
      return rest.isEmpty || rest == " *" ? String(name) : nil
    }
    return nil
  }

  // MARK: Structs

  /// Whether a struct is all values, so that C never follows a pointer out of it.
  func isPlain(_ record: String) -> Bool {
    do throws(Unfit) {
      _ = try fields(of: record)
      return true
    } catch {
      return false
    }
  }

  /// The fields of a struct with their types, as a manifest has them.
  func fields(of key: String) throws(Unfit) -> JSONObject {
    let name = name(of: key)
    guard let record = syntax.records[key], record.isComplete else {
      throw Unfit("the inside of \(name) is not in the header")
    }
    if record.isUnion { throw Unfit("\(name) is a union") }
    if record.isLaidOutByHand {
      throw Unfit("attributes move the fields of \(name), which libffi does not know")
    }
    if record.fields.isEmpty { throw Unfit("\(name) has no fields") }
    var fields = JSONObject()
    for field in record.fields {
      guard let member = field.name, !field.isBitField else {
        throw Unfit("\(name) has \(field.isBitField ? "bit-fields" : "parts without a name")")
      }
      fields[member] = .string(try memberType(resolver.type(field.type), of: "\(name).\(member)"))
    }
    return fields
  }

  private func memberType(_ type: ImportedType, of place: String) throws(Unfit) -> String {
    switch type {
    case .scalar(_, let name): return name
    case .enumeration(let key):
      guard syntax.enumerations[key] != nil else { throw Unfit("\(place) is an unknown enum") }
      return name(of: key)
    case .record(let key):
      _ = try fields(of: key)
      return name(of: key)
    case .pointer(.scalar(_, name: "char"), isConstant: true, _): return "string"
    case .array(let element, let count?) where count > 0 && count <= TypeTable.elementLimit:
      return "\(try memberType(element, of: place))[\(count)]"
    case .pointer, .function: throw Unfit("\(place) is a pointer, and whose is what it points to?")
    case .array, .void, .other: throw Unfit("\(place) has a type that a manifest cannot name")
    }
  }

  /// The structs and enums that a struct is made of, itself last.
  func parts(of key: String) -> [String] {
    func parts(_ type: ImportedType) -> [String] {
      switch type {
      case .record(let key): self.parts(of: key)
      case .enumeration(let key): [key]
      case .array(let element, _): parts(element)
      default: []
      }
    }
    let fields = syntax.records[key]?.fields ?? []
    return fields.flatMap { parts(resolver.type($0.type)) } + [key]
  }

  /// The declaration of an enum, as a manifest has it.
  func enumeration(_ key: String) -> JSON {
    let constants = syntax.enumerations[key]?.constants ?? []
    let values = constants.map { (name: $0.name, value: JSON.number(JSONNumber($0.value))) }
    var declaration: JSONObject = ["values": .object(JSONObject(values))]
    let isNegative = constants.contains { $0.value < 0 }
    let isWide = constants.contains {
      Int32(exactly: $0.value) == nil && (isNegative || UInt32(exactly: $0.value) == nil)
    }
    // As clang and gcc choose it on all machines that libffi knows.
    let type =
      isWide ? (isNegative ? "long" : "unsigned long") : isNegative ? "int" : "unsigned int"
    declaration["type"] = .string(scalarName(syntax.enumerations[key]?.type) ?? type)
    return .object(declaration)
  }

  private func scalarName(_ type: String?) -> String? {
    guard let type, case .scalar(_, let name) = resolver.type(type) else { return nil }
    return name
  }
}
