/// One walk over a value beside its schema.
struct SchemaCheck {
  typealias Violation = JSONSchema.Violation

  let root: JSON

  /// The first violation, where `trail` holds the references that were followed at this very place.
  func check(
    _ value: JSON, _ schema: JSON, at place: JSONPointer, _ trail: [JSON] = []
  ) -> Violation? {
    if case .bool(false) = schema { return invalid(place, "nothing", value) }
    guard case .object(let schema) = schema else { return nil }
    if let reference = schema["$ref"], !trail.contains(reference), let target = resolve(reference) {
      if let violation = check(value, target, at: place, trail + [reference]) { return violation }
    }
    return checkType(value, schema, at: place)
      ?? checkConstants(value, schema, at: place)
      ?? checkRange(value, schema, at: place)
      ?? checkContents(value, schema, at: place)
      ?? checkAlternatives(value, schema, at: place, trail)
  }

  /// What a reference names, or nil if there is none.
  func resolve(_ reference: JSON?) -> JSON? {
    guard let text = reference?.stringValue, text.utf8.first == UInt8(ascii: "#"),
      let pointer = JSONPointer(text.dropFirst())
    else { return nil }
    return root[pointer]
  }

  func invalid(_ place: JSONPointer, _ expected: String, _ value: JSON) -> Violation {
    Violation(
      code: "invalid_payload", path: place.description, expected: expected, found: value.summary)
  }

  // MARK: Scalars

  private func checkType(_ value: JSON, _ schema: JSONObject, at place: JSONPointer) -> Violation? {
    let types = SchemaWords.types(schema)
    guard !types.isEmpty, !types.contains(where: { SchemaWords.value(value, isOf: $0) }) else {
      return nil
    }
    return invalid(place, SchemaWords.anyOf(types.map(SchemaWords.article)), value)
  }

  private func checkConstants(
    _ value: JSON, _ schema: JSONObject, at place: JSONPointer
  ) -> Violation? {
    if let constant = schema["const"], constant != value {
      return invalid(place, constant.summary, value)
    }
    guard let values = schema["enum"]?.arrayValue, !values.contains(value) else { return nil }
    let names = values.compactMap(\.stringValue)
    var violation = invalid(place, SchemaWords.anyOf(values.map(\.summary)), value)
    violation.known = names
    if place.tokens.isEmpty, let name = value.stringValue, !names.isEmpty {
      violation.code = "unknown_action"
      violation.found = name
    }
    return violation
  }

  private func checkRange(_ value: JSON, _ schema: JSONObject, at place: JSONPointer) -> Violation?
  {
    guard case .number(let number) = value else { return nil }
    if let minimum = schema["minimum"]?.numberValue, number < minimum {
      return invalid(place, "at least \(minimum.literal)", value)
    }
    if let maximum = schema["maximum"]?.numberValue, maximum < number {
      return invalid(place, "at most \(maximum.literal)", value)
    }
    return nil
  }

  // MARK: Containers

  private func checkContents(
    _ value: JSON, _ schema: JSONObject, at place: JSONPointer
  ) -> Violation? {
    switch value {
    case .object(let object): checkMembers(object, schema, at: place)
    case .array(let elements): checkElements(elements, schema, at: place)
    default: nil
    }
  }

  private func checkMembers(
    _ object: JSONObject, _ schema: JSONObject, at place: JSONPointer
  ) -> Violation? {
    let properties = schema["properties"]?.objectValue ?? JSONObject()
    for (name, value) in object {
      let inner = place.appending(name)
      if let property = properties[name] {
        if let violation = check(value, property, at: inner) { return violation }
      } else if let additional = schema["additionalProperties"] {
        if additional == .bool(false) { return unknownField(name, inner, properties.names) }
        if let violation = check(value, additional, at: inner) { return violation }
      }
    }
    for name in schema["required"]?.arrayValue ?? [] {
      guard let name = name.stringValue, object[name] == nil else { continue }
      return missing(name, properties, place)
    }
    return nil
  }

  private func unknownField(_ name: String, _ place: JSONPointer, _ known: [String]) -> Violation {
    Violation(
      code: "unknown_field", path: place.description,
      expected: known.isEmpty ? "no field" : SchemaWords.anyOf(known), found: name, known: known)
  }

  private func missing(
    _ name: String, _ properties: JSONObject, _ place: JSONPointer
  ) -> Violation {
    Violation(
      code: "missing_field", path: place.appending(name).description,
      expected: properties[name].map { describe($0) } ?? "a value", found: "nothing",
      known: properties.names)
  }

  private func checkElements(
    _ elements: [JSON], _ schema: JSONObject, at place: JSONPointer
  ) -> Violation? {
    if let violation = checkCount(elements, schema, at: place) { return violation }
    let first = schema["prefixItems"]?.arrayValue ?? []
    for (index, element) in elements.enumerated() {
      guard let inner = index < first.count ? first[index] : schema["items"] else { break }
      if let violation = check(element, inner, at: place.appending(index)) {
        return violation
      }
    }
    return nil
  }

  private func checkCount(
    _ elements: [JSON], _ schema: JSONObject, at place: JSONPointer
  ) -> Violation? {
    func violation(_ expected: String) -> Violation {
      Violation(
        code: "invalid_payload", path: place.description, expected: expected,
        found: SchemaWords.count(elements.count, "element"))
    }
    if let least = schema["minItems"]?.intValue, elements.count < least {
      return violation("at least \(SchemaWords.count(least, "element"))")
    }
    if let most = schema["maxItems"]?.intValue, elements.count > most {
      return violation("at most \(SchemaWords.count(most, "element"))")
    }
    guard schema["uniqueItems"] == true else { return nil }
    var seen: Set<JSON> = []
    for (index, element) in elements.enumerated() where !seen.insert(element).inserted {
      return invalid(place.appending(index), "each element once", element)
    }
    return nil
  }
}
