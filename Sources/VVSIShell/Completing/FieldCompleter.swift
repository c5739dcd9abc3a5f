import VVSIJSON

/// Completes what stands behind an action's name: fields, and values where there are few.
struct FieldCompleter {
  let shape: ActionShape
  /// The words that are complete already.
  let before: [String]

  /// What could stand in place of `word`, which ends at byte `end` of the line.
  func completion(of word: String, endingAt end: Int) -> Completion {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      let value = String(parts[1])
      let path = parts[0].split(separator: ".").map(String.init)
      return completion(node(at: path).map(values) ?? [], for: value, endingAt: end)
    }
    let path = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.count < 2 else {
      return completion(
        nested(in: Array(path.dropLast())), for: path[path.count - 1], endingAt: end)
    }
    return completion(fields + positionalValues, for: word, endingAt: end)
  }

  private func completion(
    _ candidates: [Completion.Candidate], for word: String, endingAt end: Int
  ) -> Completion {
    Completion(
      start: end - word.utf8.count,
      candidates: candidates.filter { $0.text.hasPrefix(word) && $0.text != word })
  }

  /// The labelled fields that the line does not have yet.
  private var fields: [Completion.Candidate] {
    shape.fields.filter { field in
      !field.isUnlabelled && !before.contains { $0.hasPrefix(field.name + "=") }
    }.map { candidate($0.name, $0.node) }
  }

  /// A struct's fields are named behind a dot, others behind `=`.
  private func candidate(_ name: String, _ node: SchemaNode) -> Completion.Candidate {
    let inner = node.withoutNull
    let isStruct = inner.isObject && inner.options.isEmpty && !inner.properties.isEmpty
    return .init(
      name + (isStruct ? "." : "="), description: SchemaText.type(node), appendsSpace: false)
  }

  private var positionalValues: [Completion.Candidate] {
    let place = before.count { !$0.contains("=") }
    let fields = shape.positional
    return place < fields.count ? values(of: fields[place].node) : []
  }

  private func nested(in path: [String]) -> [Completion.Candidate] {
    node(at: path)?.withoutNull.properties.map { candidate($0.name, $0.node) } ?? []
  }

  private func node(at path: [String]) -> SchemaNode? {
    guard let first = path.first, let field = shape.field(first) else { return nil }
    return path.dropFirst().reduce(field.node) { node, name in
      node?.withoutNull.properties.first { $0.name == name }?.node
    }
  }

  private func values(of node: SchemaNode) -> [Completion.Candidate] {
    let inner = node.withoutNull
    var values = inner.constants.map { constant in
      if case .string(let text) = constant { ValueText.word(text) } else { constant.text() }
    }
    values += inner.options.flatMap { option in
      option.properties.filter(\.node.properties.isEmpty).map(\.name)
        + option.constants.compactMap(\.stringValue)
    }
    if inner.types == ["boolean"] { values += ["true", "false"] }
    if node.isNullable { values.append("null") }
    return values.map { .init($0) }
  }
}
