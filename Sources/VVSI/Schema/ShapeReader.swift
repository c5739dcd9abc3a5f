import VVSIJSON

/// Finds out the shapes of a type and of all types in it.
struct ShapeReader {
  /// The shapes, by type, of those that have a name.
  private(set) var shapes: [ObjectIdentifier: Shape] = [:]
  /// The types, in the order in which they were found.
  private(set) var types: [Any.Type] = []
  private var waiting: [any Decodable.Type] = []

  init(_ root: any Decodable.Type) {
    self.root = .known([:])
    self.root = shape(of: root)
    while let type = waiting.popLast() {
      shapes[ObjectIdentifier(type)] = read(type)
    }
  }

  private(set) var root: Shape

  /// Whether equal values are written as equal texts: sets and dictionaries have no order to keep.
  private(set) var isSteady = true

  /// The shape to put where a type is used: known ones and the standard library's own are told in place.
  private mutating func shape(of type: any Decodable.Type) -> Shape {
    if let schema = KnownType.schema(of: type) { return .known(schema) }
    if let container = container(type) { return container }
    let id = ObjectIdentifier(type)
    if shapes[id] == nil {
      shapes[id] = .known([:])
      types.append(type)
      waiting.append(type)
    }
    return .reference(id)
  }

  private mutating func shape(of type: Any.Type) -> Shape {
    (type as? any Decodable.Type).map { shape(of: $0) } ?? .known([:])
  }

  // MARK: Containers

  private mutating func container(_ type: any Decodable.Type) -> Shape? {
    let layout = TypeLayout(type)
    if layout.kind == .optional { return .optional(shape(of: layout.genericArgument(0))) }
    guard layout.kind == .structure else { return nil }
    let name = _typeName(type, qualified: true)
    guard name.hasPrefix("Swift."), let end = name.firstIndex(of: "<") else { return nil }
    switch name[..<end] {
    case "Swift.Array", "Swift.ContiguousArray", "Swift.ArraySlice":
      return .list(shape(of: layout.genericArgument(0)), isUnique: false)
    case "Swift.Set":
      isSteady = false
      return .list(shape(of: layout.genericArgument(0)), isUnique: true)
    case "Swift.Dictionary":
      return dictionary(type, layout)
    default: return nil
    }
  }

  /// Keys that are strings or integers, or are written as such, make an object; others a list of keys and values in turn.
  private mutating func dictionary(_ type: any Decodable.Type, _ layout: TypeLayout) -> Shape {
    isSteady = false
    let (key, value) = (layout.genericArgument(0), layout.genericArgument(1))
    guard trace(type).trace.form == .keyed else {
      return .either(shape(of: key), shape(of: value))
    }
    return .map(shape(of: value), keysAreIntegers: key == Int.self)
  }

  // MARK: Other types

  private mutating func read(_ type: any Decodable.Type) -> Shape {
    let (trace, isWhole) = trace(type)
    let isEnum = TypeLayout(type).kind == .enumeration
    if trace.form == .single, isEnum, let values = values(type) { return .values(values) }
    if isEnum, trace.askedForAllKeys, !trace.keyNames.isEmpty { return choice(type, trace) }
    return shape(of: trace, type, isWhole)
  }

  private func trace(
    _ type: any Decodable.Type, chosenCase: Int = 0
  ) -> (trace: Trace, isWhole: Bool) {
    let trace = Trace()
    let probe = Probe(trace: trace, chosenCase: chosenCase)
    return (trace, (try? type.init(from: probe)) != nil)
  }

  private mutating func choice(_ type: any Decodable.Type, _ first: Trace) -> Shape {
    .choice(
      first.keyNames.indices.map { index in
        let (trace, isWhole) = index == 0 ? (first, true) : trace(type, chosenCase: index)
        let field = trace.fields.first { $0.name == first.keyNames[index] }
        guard let field, case .nested(let payload) = field.content else {
          return .init(name: first.keyNames[index], shape: .object([], isOpen: !isWhole))
        }
        return .init(name: field.name, shape: shape(of: payload, nil, true))
      })
  }

  private mutating func shape(
    of trace: Trace, _ type: (any Decodable.Type)?, _ isWhole: Bool
  ) -> Shape {
    switch trace.form {
    case .nothing: .known([:])
    case .keyed: object(trace, type, isWhole)
    case .single: single(trace)
    case .unkeyed where trace.askedForEnd:
      .list(trace.fields.first.map { content($0) } ?? .known([:]), isUnique: false)
    case .unkeyed: .tuple(trace.fields.map { content($0) })
    }
  }

  private mutating func single(_ trace: Trace) -> Shape {
    let shape = trace.fields.first.map { content($0) } ?? .known([:])
    return trace.askedForNil ? .optional(shape) : shape
  }

  private mutating func object(
    _ trace: Trace, _ type: (any Decodable.Type)?, _ isWhole: Bool
  ) -> Shape {
    var fields = trace.fields.map { field in
      Shape.Field(name: field.name, shape: content(field), isOptional: field.isOptional)
    }
    guard !isWhole || trace.askedForAllKeys else { return .object(fields, isOpen: false) }
    guard let type, !trace.keyNames.isEmpty else { return .object(fields, isOpen: true) }
    // The type did not like a placeholder and stopped reading. What it would have read next is told by its properties.
    let properties = TypeLayout.fields(of: type)
    for (name, property) in zip(trace.keyNames, trace.keyProperties)
    where !fields.contains(where: { $0.name == name }) {
      let type = properties[property]
      let isOptional = type.map { TypeLayout($0).kind == .optional } ?? true
      fields.append(
        .init(name: name, shape: type.map { shape(of: $0) } ?? .known([:]), isOptional: isOptional))
    }
    return .object(fields, isOpen: false)
  }

  private mutating func content(_ field: Trace.Field) -> Shape {
    switch field.content {
    case .type(let type): shape(of: type)
    case .nested(let trace): shape(of: trace, nil, true)
    }
  }

  /// What the cases of an enum with raw values are written as.
  private func values<Enum: Decodable>(_ type: Enum.Type) -> [JSON]? {
    let count = TypeLayout(type).plainCaseCount
    let values = (0..<count).compactMap { index -> JSON? in
      guard let value = TypeLayout.plainCase(index, of: type) as? any Encodable,
        let text = try? JSONText.encode(value)
      else { return nil }
      return try? JSON(parsing: text)
    }
    return count > 0 && values.count == count ? values : nil
  }
}
