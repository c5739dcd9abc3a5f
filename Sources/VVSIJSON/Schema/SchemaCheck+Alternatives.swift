extension SchemaCheck {
  func checkAlternatives(
    _ value: JSON, _ schema: JSONObject, at place: JSONPointer, _ trail: [JSON]
  ) -> Violation? {
    if let branches = schema["anyOf"]?.arrayValue {
      if let violation = check(value, branches, atMostOne: false, at: place, trail) {
        return violation
      }
    }
    guard let branches = schema["oneOf"]?.arrayValue else { return nil }
    return check(value, branches, atMostOne: true, at: place, trail)
  }

  private func check(
    _ value: JSON, _ branches: [JSON], atMostOne: Bool, at place: JSONPointer, _ trail: [JSON]
  ) -> Violation? {
    let branches = branches.map(resolved)
    let cases = branches.filter { caseName(of: $0) != nil }
    if cases.count == branches.count { return checkCases(value, cases, at: place, trail) }
    let violations = branches.compactMap { check(value, $0, at: place, trail) }
    switch branches.count - violations.count {
    case 0: return deepest(violations, branches, value, at: place)
    case 1: return nil
    default: return atMostOne ? invalid(place, "a value of one form only", value) : nil
    }
  }

  /// The branch behind references, unless they go round in a circle.
  private func resolved(_ branch: JSON) -> JSON {
    var branch = branch
    var trail: [JSON] = []
    while let reference = branch["$ref"], !trail.contains(reference),
      let target = resolve(reference)
    {
      trail.append(reference)
      branch = target
    }
    return branch
  }

  /// The name of the enum case that a schema stands for: of an object with one required member and no other.
  private func caseName(of schema: JSON) -> String? {
    guard let properties = schema["properties"]?.objectValue, properties.count == 1,
      schema["required"]?.arrayValue?.count == 1, schema["additionalProperties"] == false
    else { return nil }
    return properties.names.first
  }

  /// What is wrong with a value that should be one of `cases`, and thus names the one to look into.
  private func checkCases(
    _ value: JSON, _ cases: [JSON], at place: JSONPointer, _ trail: [JSON]
  ) -> Violation? {
    let known = cases.compactMap(caseName)
    switch value {
    case .object(let object):
      guard object.count == 1, let name = object.names.first else {
        return severalCases(object, known, at: place)
      }
      guard let branch = cases.first(where: { caseName(of: $0) == name }) else {
        return unknownCase(name, known, at: place, place.appending(name))
      }
      return check(value, branch, at: place, trail)
    case .string(let name):
      guard let branch = cases.first(where: { caseName(of: $0) == name }) else {
        return unknownCase(name, known, at: place, place)
      }
      return invalid(place, example(of: name, branch), value)
    default:
      return invalid(place, "an object with one member: \(SchemaWords.anyOf(known))", value)
    }
  }

  private func severalCases(
    _ object: JSONObject, _ known: [String], at place: JSONPointer
  ) -> Violation {
    Violation(
      code: "invalid_payload", path: place.description,
      expected: "an object with one member: \(SchemaWords.anyOf(known))",
      found: object.isEmpty
        ? "an empty object" : "the members \(object.names.joined(separator: ", "))",
      known: known)
  }

  private func unknownCase(
    _ name: String, _ known: [String], at place: JSONPointer, _ inner: JSONPointer
  ) -> Violation {
    Violation(
      code: place.tokens.isEmpty ? "unknown_action" : "unknown_field", path: inner.description,
      expected: SchemaWords.anyOf(known), found: name, known: known)
  }

  /// How a case is written, as far as a line shows it.
  private func example(of name: String, _ branch: JSON) -> String {
    let payload = branch["properties"]?[name]?["properties"]?.objectValue ?? JSONObject()
    return "{\(JSON.string(name).text()):\(payload.isEmpty ? "{}" : "{…}")}"
  }

  /// Of branches that all fail, the violation that came furthest; if none came far, what all of them want.
  private func deepest(
    _ violations: [Violation], _ branches: [JSON], _ value: JSON, at place: JSONPointer
  ) -> Violation? {
    let here = place.description
    let far = violations.filter { $0.path != here }
    if let furthest = far.max(by: { $0.path.utf8.count < $1.path.utf8.count }) { return furthest }
    if violations.count == 1 { return violations.first }
    var violation = invalid(place, SchemaWords.anyOf(branches.map { describe($0) }), value)
    violation.known = violations.flatMap(\.known)
    return violation
  }

  /// A schema in a few words.
  func describe(_ schema: JSON) -> String {
    let schema = resolved(schema)
    if let constant = schema["const"] { return constant.summary }
    if let values = schema["enum"]?.arrayValue { return SchemaWords.anyOf(values.map(\.summary)) }
    let types = schema.objectValue.map(SchemaWords.types) ?? []
    if !types.isEmpty { return SchemaWords.anyOf(types.map(SchemaWords.article)) }
    guard let branches = (schema["oneOf"] ?? schema["anyOf"])?.arrayValue else { return "a value" }
    let names = branches.map(resolved).compactMap(caseName)
    guard names.count < branches.count else {
      return "an object with one member: \(SchemaWords.anyOf(names))"
    }
    return SchemaWords.anyOf(
      branches.map(resolved).map { $0["type"]?.stringValue.map(SchemaWords.article) ?? "a value" })
  }
}
