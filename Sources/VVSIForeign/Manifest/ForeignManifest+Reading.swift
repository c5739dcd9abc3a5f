import VVSIHost
import VVSIJSON

extension ForeignManifest {
  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - json: The file's content.
  ///   - name: What the feature is called if the manifest does not say.
  ///   - isBuilt: Whether the library is the one that the manifest's folder builds.
  /// - Throws: ``ManifestFault`` with the place.
  init(_ json: JSON, name: String, isBuilt: Bool) throws(ManifestFault) {
    let root = ManifestValue(json)
    let members = try root.members(known: Self.keys)
    try readHead(members, root, name: name, isBuilt: isBuilt)
    var types = try TypeTable(members)
    handles = types.handles.values.sorted { $0.name < $1.name }
    if let value = members["state"] { state = try Self.state(value, &types) }
    if let value = members["initial"] {
      guard let state else { throw value.fault("a state beside it") }
      try TypeTable.check(value.json, fits: .structure(state), value)
      initial = value.json
    }
    guard let value = members["actions"] else {
      throw root.missing("actions", "actions with their functions")
    }
    for (name, value) in try value.namedMembers() {
      guard Self.isName(name) else {
        throw ManifestFault(
          pointer: value.pointer,
          expected: "an action's name: a letter, then letters, digits and _",
          found: JSON.string(name).summary)
      }
      let reader = ActionReader(types: types, state: state)
      actions.append(try reader.read(name, value))
    }
    guard !actions.isEmpty else { throw value.fault("at least one action") }
    try collectResults()
    try checkSources()
  }

  private static let keys = [
    "$schema", "library", "optional", "isolation", "feature", "summary", "enums", "structs",
    "handles", "callbacks", "state", "initial", "actions", "review",
  ]

  private mutating func readHead(
    _ members: [String: ManifestValue], _ root: ManifestValue, name: String, isBuilt: Bool
  ) throws(ManifestFault) {
    if let library = members["library"] {
      guard !isBuilt else {
        throw library.fault("no library: the folder's own sources are built to it")
      }
      libraries = try library.names()
      guard !libraries.isEmpty, !libraries.contains("") else {
        throw library.fault("a library's file name or path, or several")
      }
    } else if !isBuilt {
      throw root.missing("library", "a library's file name or path, such as \"libz.so.1\"")
    }
    isOptional = try members["optional"]?.bool() ?? false
    if let isolation = members["isolation"] {
      isIsolated = try isolation.word() == Isolation.process
    }
    feature = try members["feature"]?.string() ?? name.lowercased()
    guard FeatureDescription.isValid(id: feature) else {
      let expected = "a feature id: a lower-case letter, then letters, digits, - and _; at most 64"
      throw ManifestFault(
        pointer: members["feature"]?.pointer ?? "/feature", expected: expected,
        found: JSON.string(feature).summary)
    }
    summary = try members["summary"]?.string() ?? ""
  }

  private static func state(
    _ value: ManifestValue, _ types: inout TypeTable
  ) throws(ManifestFault) -> Structure {
    let structure: Structure
    if case .string(let name) = value.json {
      guard case .structure(let named) = try types.type(name, value) else {
        throw value.fault("the name of a struct, or its fields with their types")
      }
      structure = named
    } else {
      structure = try types.structure("State", of: value)
    }
    guard !structure.holdsPointers else {
      throw value.fault(
        "a state without strings and handles; call them pointer to keep them hidden")
    }
    guard !structure.shown.isEmpty else { throw value.fault("at least one field that is shown") }
    return structure
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic else {
      return false
    }
    return text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
    }
  }

  // MARK: The state's fields

  private mutating func collectResults() throws(ManifestFault) {
    for action in actions {
      for argument in action.arguments {
        if let into = argument.into {
          argument.field = try collect(into, argument.shape, argument.place.appending("into"))
        }
      }
      if let into = action.result.into {
        action.result.field = try collect(
          into, .one(action.result.form.type), action.result.place.appending("into"))
      }
    }
  }

  /// Makes a field of the state, unless there is one of this name and type, and returns its position.
  private mutating func collect(
    _ name: String, _ shape: Shape, _ place: JSONPointer
  ) throws(ManifestFault) -> Int {
    if state?.shown.contains(where: { $0.name == name }) ?? false {
      throw ManifestFault(
        pointer: place.description, expected: "a name that no field of the state struct has",
        found: JSON.string(name).summary)
    }
    guard let field = results.firstIndex(where: { $0.name == name }) else {
      results.append(StateField(name: name, shape: shape))
      return results.count - 1
    }
    let (old, new) = (results[field].shape.orNull, shape.orNull)
    guard old == new else {
      throw ManifestFault(
        pointer: place.description, expected: "one type for all that goes into '\(name)'",
        found: "another one than above")
    }
    return field
  }

  private func checkSources() throws(ManifestFault) {
    let known = results.map(\.name) + (state?.shown.map(\.name) ?? [])
    for argument in actions.flatMap(\.arguments) {
      guard let from = argument.from, !known.contains(from) else { continue }
      throw ManifestFault(
        pointer: argument.place.appending("from").description,
        expected:
          "a field of the state\(known.isEmpty ? "" : ": \(known.joined(separator: ", "))")",
        found: JSON.string(from).summary)
    }
  }
}

extension Structure {
  /// Whether a pointer that JSON shows is in it.
  var holdsPointers: Bool {
    func holds(_ type: CType) -> Bool {
      switch type {
      case .string, .handle: true
      case .structure(let structure): structure.holdsPointers
      case .array(let element, _): holds(element)
      default: false
      }
    }
    return fields.contains { holds($0.type) }
  }
}
