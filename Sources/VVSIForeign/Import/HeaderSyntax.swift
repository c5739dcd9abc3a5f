import VVSIJSON

/// What a header declares, read from clang's syntax tree.
struct HeaderSyntax {
  struct Function {
    var name: String
    /// What the library calls it.
    var symbol: String
    /// Its type as C spells it.
    var type: String
    var parameters: [Parameter] = []
    var place: SourcePlace
    /// Whether the header has its body, so that a library need not.
    var hasBody: Bool
  }

  struct Parameter {
    var name: String?
    var type: String
  }

  struct Record {
    var fields: [Field] = []
    var isUnion: Bool
    var isComplete: Bool
    /// Whether attributes move its fields.
    var isLaidOutByHand: Bool
  }

  struct Field {
    var name: String?
    var type: String
    var isBitField: Bool
  }

  struct Enumeration {
    var type: String?
    var constants: [(name: String, value: Int64)] = []
  }

  struct Alias {
    var type: String
    /// The struct or enum without a name that it names.
    var unnamed: String?
  }

  private(set) var functions: [Function] = []
  /// By tag, or by id where there is none.
  private(set) var records: [String: Record] = [:]
  private(set) var enumerations: [String: Enumeration] = [:]
  private(set) var aliases: [String: Alias] = [:]
  private var places = PlaceReader()
  /// The ids of structs and enums without a tag.
  private var unnamed: Set<String> = []

  init(_ tree: JSON) {
    visit(tree)
  }

  private mutating func visit(_ node: JSON) {
    guard let members = node.objectValue else { return }
    var place: SourcePlace?
    for (name, value) in members {
      switch name {
      case "loc": place = places.take(value)
      case "range": places.skip(value)
      case "inner": for inner in value.arrayValue ?? [] { visit(inner) }
      default: break
      }
    }
    take(node, at: place)
  }

  private mutating func take(_ node: JSON, at place: SourcePlace?) {
    let name = node["name"]?.stringValue
    let id = node["id"]?.stringValue ?? ""
    switch node["kind"]?.stringValue {
    case "FunctionDecl":
      if let name, let place { take(function: node, name, place) }
    case "RecordDecl":
      if name == nil { unnamed.insert(id) }
      let record = Record(node)
      let isNew = !(records[name ?? id]?.isComplete ?? false)
      if isNew { records[name ?? id] = record }
    case "EnumDecl":
      if name == nil { unnamed.insert(id) }
      let enumeration = Enumeration(node)
      if !enumeration.constants.isEmpty { enumerations[name ?? id] = enumeration }
    case "TypedefDecl":
      guard let name, let type = node.typeSpelling else { return }
      aliases[name] = Alias(type: type, unnamed: unnamedTarget(node))
    default: break
    }
  }

  private mutating func take(function node: JSON, _ name: String, _ place: SourcePlace) {
    guard let type = node.typeSpelling else { return }
    let inner = node["inner"]?.arrayValue ?? []
    let parameters = inner.filter { $0["kind"] == "ParmVarDecl" }.map {
      Parameter(name: $0["name"]?.stringValue, type: $0.typeSpelling ?? "")
    }
    let function = Function(
      name: name, symbol: node["mangledName"]?.stringValue ?? name, type: type,
      parameters: parameters, place: place,
      hasBody: node["storageClass"] == "static" || inner.contains { $0["kind"] == "CompoundStmt" })
    guard !functions.contains(where: { $0.name == name }) else { return }
    functions.append(function)
  }

  /// What a typedef of a struct or enum without a name leads to; not behind a pointer.
  private func unnamedTarget(_ node: JSON) -> String? {
    for inner in node["inner"]?.arrayValue ?? [] {
      let kind = inner["kind"]?.stringValue ?? ""
      if kind == "RecordType" || kind == "EnumType", let id = inner["decl"]?["id"]?.stringValue {
        return unnamed.contains(id) ? id : nil
      }
      if kind == "ElaboratedType", let found = unnamedTarget(inner) { return found }
    }
    return nil
  }
}

extension HeaderSyntax.Record {
  fileprivate init(_ node: JSON) {
    let inner = node["inner"]?.arrayValue ?? []
    isUnion = node["tagUsed"] == "union"
    isComplete = node["completeDefinition"] == true
    isLaidOutByHand = inner.contains(where: Self.movesFields)
    for field in inner where field["kind"] == "FieldDecl" {
      fields.append(
        HeaderSyntax.Field(
          name: field["name"]?.stringValue, type: field.typeSpelling ?? "",
          isBitField: field["isBitfield"] == true))
      if (field["inner"]?.arrayValue ?? []).contains(where: Self.movesFields) {
        isLaidOutByHand = true
      }
    }
  }

  private static func movesFields(_ node: JSON) -> Bool {
    let kinds = ["PackedAttr", "AlignedAttr", "MaxFieldAlignmentAttr"]
    return kinds.contains(node["kind"]?.stringValue ?? "")
  }
}

extension HeaderSyntax.Enumeration {
  fileprivate init(_ node: JSON) {
    type = node["fixedUnderlyingType"]?["qualType"]?.stringValue
    var next: Int64 = 0
    for constant in node["inner"]?.arrayValue ?? [] where constant["kind"] == "EnumConstantDecl" {
      if let text = constant["inner"]?[0]?["value"]?.stringValue, let value = Int64(text) {
        next = value
      }
      constants.append((constant["name"]?.stringValue ?? "", next))
      next &+= 1
    }
  }
}

extension JSON {
  /// The type of a declaration as C spells it.
  fileprivate var typeSpelling: String? { self["type"]?["qualType"]?.stringValue }
}
