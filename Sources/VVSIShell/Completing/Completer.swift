import VVSIHost
import VVSIJSON

/// Says what could stand at the cursor of a line.
struct Completer {
  private let catalog: Catalog
  private let paths: (String) -> [String]
  /// The line before the cursor.
  private let text: String

  /// What could stand at `cursor`, which counts bytes of UTF-8.
  ///
  /// `paths` lists the files whose paths begin with a text.
  static func complete(
    _ line: String, cursor: Int, catalog: Catalog,
    paths: @escaping (String) -> [String] = FilePaths.beginning
  ) -> Completion {
    let text = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let completer = Completer(catalog: catalog, paths: paths, text: text)
    return completer.completion()
  }

  private func completion() -> Completion {
    var scanner = WordScanner(text)
    scanner.skipSpace()
    switch scanner.next {
    case ":": return command(scanner)
    case "{": return envelope(scanner)
    case "#": return completion([], for: "")
    default: return feature(scanner)
    }
  }

  /// The candidates that begin with the last `word` of the text, in place of it.
  private func completion(_ candidates: [Completion.Candidate], for word: String) -> Completion {
    Completion(
      start: text.utf8.count - word.utf8.count,
      candidates: candidates.filter { $0.text.hasPrefix(word) && $0.text != word })
  }

  // MARK: Commands

  private func command(_ scanner: WordScanner) -> Completion {
    var words = Words(scanner)
    let name = words.removeFirst()
    guard let name, let current = words.current else {
      let candidates = CommandTable.entries.map {
        Completion.Candidate(
          ":\($0.name)", description: $0.summary, appendsSpace: !$0.words.isEmpty)
      }
      return completion(candidates, for: name ?? words.current ?? "")
    }
    guard let entry = CommandTable.entry(named: String(name.dropFirst())),
      entry.words.indices.contains(words.before.count)
    else { return completion([], for: current) }
    return completion(
      candidates(for: entry.words[words.before.count], current, after: words.before), for: current)
  }

  private func candidates(
    for word: CommandTable.Word, _ current: String, after before: [String]
  ) -> [Completion.Candidate] {
    switch word {
    case .topic: plain(CommandTable.names) + features
    case .feature: features
    case .instance: plain(catalog.instances)
    case .place: places(before.first ?? "")
    case .path: paths(current).map { .init($0, appendsSpace: !$0.hasSuffix("/")) }
    case .plugin: plain(catalog.plugins)
    case .onOrOff: plain(["on", "off"])
    case .flag(let flag): plain([flag])
    case .seconds, .ticket: []
    }
  }

  private func plain(_ names: [String]) -> [Completion.Candidate] {
    names.map { .init($0) }
  }

  private var features: [Completion.Candidate] {
    catalog.features.map { .init($0.description.id, description: $0.description.summary) }
  }

  private func places(_ feature: String) -> [Completion.Candidate] {
    guard let schema = catalog.feature(feature)?.description.stateSchema,
      let node = SchemaNode(root: schema)
    else { return [] }
    return node.properties.map {
      .init($0.name, description: SchemaText.type($0.node), appendsSpace: false)
    }
  }

  // MARK: Actions

  private func feature(_ scanner: WordScanner) -> Completion {
    var words = Words(scanner)
    guard let head = words.removeFirst() else { return target(words.current ?? "") }
    let parts = head.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let current = words.current,
      let feature = catalog.feature(String(parts[0])),
      let shape = ActionShape.all(in: feature.description.actionSchema)
        .first(where: { $0.name == parts[1] })
    else { return completion([], for: "") }
    return FieldCompleter(shape: shape, before: words.before).completion(
      of: current, endingAt: text.utf8.count)
  }

  /// A feature, or an action behind its dot.
  private func target(_ word: String) -> Completion {
    let parts = word.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      return completion(
        catalog.instances.map { name in
          .init(
            name, description: catalog.feature(name)?.description.summary ?? "",
            appendsSpace: false)
        }, for: word)
    }
    let schema = catalog.feature(String(parts[0]))?.description.actionSchema ?? .null
    let candidates = ActionShape.all(in: schema).map { shape in
      Completion.Candidate(
        shape.name, description: shape.fields.map(\.name).joined(separator: " "),
        appendsSpace: !shape.fields.isEmpty)
    }
    return completion(candidates, for: String(parts[1]))
  }

  // MARK: Envelopes

  /// The beginning of an envelope, as far as it is written without spaces.
  private func envelope(_ scanner: WordScanner) -> Completion {
    let word = String(text.drop { $0.isWhitespace })
    let heads = catalog.instances.map { "{\"feature\":\"\($0)\",\"action\":{" }
    guard let head = heads.first(where: { word.hasPrefix($0) }) else {
      return completion(heads.map { .init($0, appendsSpace: false) }, for: word)
    }
    let name = head.dropFirst("{\"feature\":\"".count).prefix { $0 != "\"" }
    let schema = catalog.feature(String(name))?.description.actionSchema ?? .null
    let candidates = ActionShape.all(in: schema).map { shape in
      Completion.Candidate(
        "\"\(shape.name)\":" + (shape.fields.isEmpty ? "{}}}" : "{"), appendsSpace: false)
    }
    return completion(candidates, for: String(word.dropFirst(head.count)))
  }
}
