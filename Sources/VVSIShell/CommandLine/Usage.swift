/// What `--help` says.
enum Usage {
  static func text(_ subcommands: [Subcommand]) -> String {
    var lines = [
      "vvsi runs features as plugins, and shows and drives them line by line.", "",
      "vvsi [options] [PLUGIN …]      PLUGIN: a library, a folder of sources, or a manifest",
    ]
    for entry in OptionTable.entries {
      let names = [entry.short, entry.name].compactMap { $0 }.joined(separator: ", ")
      lines.append(row("  \(names)\(entry.value.map { " \($0)" } ?? "")", entry.summary))
    }
    lines += subcommands.map { row("vvsi \($0.name) \($0.usage)", $0.summary) }
    lines += [
      "",
      "On a terminal it is interactive; otherwise lines come from standard input. :help lists what",
      "a line can be. Exit status: 0 all well, 1 an action was rejected or failed, 2 usage,",
      "3 a plugin failed to load or crashed, 130 interrupted, 141 nobody reads the output.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func row(_ text: String, _ meaning: String) -> String {
    text + String(repeating: " ", count: max(2, 31 - text.count)) + meaning
  }
}
