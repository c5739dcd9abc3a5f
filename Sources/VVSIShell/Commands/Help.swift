import VVSIHost

/// What `:help` tells.
enum Help {
  /// All that is needed to drive what is loaded.
  static func text(_ features: [FeatureStatus], style: Style) -> String {
    var lines = [style.cyan("features")]
    lines += features.map { feature in
      let name = feature.description.id
      let summary = feature.description.summary
      return row(style.bold(name), width: name.count, Printable.escape(summary))
    }
    if features.isEmpty { lines.append("  none is loaded; :load PATH loads a plugin") }
    lines += ["", style.cyan("lines")]
    lines += forms(features).map { row($0.form, width: $0.form.count, $0.meaning) }
    lines += ["", style.cyan("commands")]
    lines += CommandTable.entries.map {
      row($0.signature, width: $0.signature.count, $0.summary)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// More about one command.
  static func text(_ entry: CommandTable.Entry) -> String {
    "\(entry.signature)\n  \(entry.summary)\n"
      + (details[entry.name].map { "  \($0)\n" } ?? "")
  }

  static var topics: [String] { CommandTable.names }

  private static let details = [
    "state": "a place is written items[0].name or, as RFC 6901 has it, /items/0/name",
    "reload": "if a state has no place in the new build, the old one stays live",
    "wait": "without seconds it waits as long as a line does; what runs goes on afterwards",
    "cancel": "tickets are numbers, told where a wait ended; --json shows them all",
    "load": "a folder needs nothing but its Swift or C files",
  ]

  private static func row(_ text: String, width: Int, _ meaning: String) -> String {
    let gap = String(repeating: " ", count: max(2, 30 - width))
    return meaning.isEmpty ? "  \(text)" : "  \(text)\(gap)\(meaning)"
  }

  /// One line of each form, with names that are loaded.
  private static func forms(_ features: [FeatureStatus]) -> [(form: String, meaning: String)] {
    let feature = features.first { !shapes($0).isEmpty }
    let id = feature?.description.id ?? "list"
    let all = feature.map(shapes) ?? []
    let simple = all.first { $0.fields.isEmpty } ?? all.first
    let line = simple.map { Example.line($0, of: id) } ?? "\(id).add"
    var forms = [
      (id, "show a state"),
      ("\(id)#2", "show another instance's; :open \(id) makes one"),
      (line, "run an action, and wait until it has settled"),
      ("\(line) &", "run it without waiting"),
    ]
    if let (name, shape) = withFields(features) {
      let line = Example.line(shape, of: name)
      forms.append((line, "fields by name; JSON works as well: field={…}, or {…} for all"))
    }
    let action = simple?.name ?? "add"
    forms.append(("{\"feature\":\"\(id)\",\"action\":{\"\(action)\":{}}}", "the same for programs"))
    forms.append(("# …", "a comment"))
    forms.append((":describe \(id)", "what it can do, with lines to try"))
    return forms
  }

  private static func shapes(_ feature: FeatureStatus) -> [ActionShape] {
    ActionShape.all(in: feature.description.actionSchema)
  }

  private static func withFields(_ features: [FeatureStatus]) -> (String, ActionShape)? {
    for feature in features {
      guard let shape = shapes(feature).first(where: { !$0.fields.isEmpty }) else { continue }
      return (feature.description.id, shape)
    }
    return nil
  }
}
