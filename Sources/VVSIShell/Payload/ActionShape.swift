import VVSIJSON

/// One action of a feature as a person fills it in.
struct ActionShape {
  /// The name after the dot.
  var name: String
  /// Whether the action's JSON is just its name.
  var isBare = false
  /// What can be filled in.
  ///
  /// A single unlabelled struct is replaced by its own fields.
  var fields: [Field] = []
  /// Whether the fields are those of the unlabelled struct `_0`.
  var isFlattened = false
  /// What values of other names are, where names are free.
  var freeField: SchemaNode?

  /// A named part of an action's payload.
  struct Field {
    var name: String
    var node: SchemaNode
    var isRequired: Bool

    /// Whether it has no label in the source and is filled in by its place.
    var isUnlabelled: Bool { name.first == "_" && Int(name.dropFirst()) != nil }
  }

  init(bare name: String) {
    self.name = name
    isBare = true
  }

  init(name: String, payload: SchemaNode) {
    self.name = name
    fields = Self.fields(of: payload)
    guard fields.count == 1, fields[0].name == "_0" else { return }
    let inner = fields[0].node.withoutNull
    guard inner.isObject, inner.options.isEmpty else { return }
    isFlattened = true
    fields = Self.fields(of: inner)
    freeField = inner.additional
  }

  private static func fields(of node: SchemaNode) -> [Field] {
    let required = node.required
    return node.properties.map {
      Field(name: $0.name, node: $0.node, isRequired: required.contains($0.name))
    }
  }

  /// The fields that bare values fill, in order: the unlabelled ones, or the only one.
  var positional: [Field] {
    fields.count == 1 ? fields : fields.filter(\.isUnlabelled)
  }

  func field(_ name: String) -> Field? { fields.first { $0.name == name } }
}

extension ActionShape {
  /// The actions that a schema names, in its order; empty if it names none.
  static func all(in schema: JSON) -> [ActionShape] {
    guard let root = SchemaNode(root: schema) else { return [] }
    let options = root.options.isEmpty ? [root] : root.options
    return options.flatMap(shapes)
  }

  private static func shapes(of option: SchemaNode) -> [ActionShape] {
    let names = option.constants.compactMap(\.stringValue)
    if !names.isEmpty { return names.map(ActionShape.init(bare:)) }
    let properties = option.properties
    guard properties.count == 1, option.required == [properties[0].name] else { return [] }
    return [ActionShape(name: properties[0].name, payload: properties[0].node)]
  }
}
