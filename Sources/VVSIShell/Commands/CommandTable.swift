/// What commands there are, for running, helping and completing.
struct CommandTable {
  /// What a word after a command's name stands for.
  enum Word: Sendable {
    case topic
    case feature
    case instance
    case place
    case path
    case plugin
    case onOrOff
    case seconds
    case ticket
    /// A fixed word.
    case flag(String)
  }

  struct Entry: Sendable {
    /// The name without its colon.
    var name: String
    /// What follows the name, for people.
    var usage: String
    var summary: String
    var words: [Word] = []
    /// How many words it needs at least.
    var needed = 0
  }

  static let entries: [Entry] = [
    Entry(
      name: "help", usage: "[COMMAND|FEATURE]", summary: "how to drive all this", words: [.topic]),
    Entry(name: "features", usage: "", summary: "what is loaded, and its instances"),
    Entry(
      name: "describe", usage: "FEATURE", summary: "a feature's actions, state and notifications",
      words: [.feature], needed: 1),
    Entry(
      name: "state", usage: "FEATURE [PLACE]",
      summary: "all of a state, or of a part such as items[0]", words: [.instance, .place],
      needed: 1),
    Entry(
      name: "open", usage: "FEATURE", summary: "open another instance", words: [.feature], needed: 1
    ),
    Entry(
      name: "close", usage: "INSTANCE", summary: "close an instance such as list#2",
      words: [.instance], needed: 1),
    Entry(name: "plugins", usage: "", summary: "where the features come from"),
    Entry(
      name: "load", usage: "PATH", summary: "load a library, a folder of sources or a manifest",
      words: [.path], needed: 1),
    Entry(
      name: "unload", usage: "PLUGIN", summary: "end a plugin's features", words: [.plugin],
      needed: 1),
    Entry(
      name: "reload", usage: "PLUGIN [--reset]",
      summary: "build again and carry the state over; --reset gives it up",
      words: [.plugin, .flag("--reset")], needed: 1),
    Entry(
      name: "rollback", usage: "PLUGIN", summary: "back to the generation before",
      words: [.plugin], needed: 1),
    Entry(
      name: "retry", usage: "PLUGIN",
      summary: "start a plugin again that crashed too often in its own process",
      words: [.plugin], needed: 1),
    Entry(
      name: "watch", usage: "[on|off]", summary: "rebuild and reload on save", words: [.onOrOff]),
    Entry(
      name: "wait", usage: "[SECONDS]", summary: "wait until no action runs", words: [.seconds]),
    Entry(
      name: "cancel", usage: "TICKET", summary: "ask a running action to come to an end",
      words: [.ticket], needed: 1),
    Entry(name: "quit", usage: "", summary: "leave; Ctrl-D does the same"),
  ]

  static func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

  static var names: [String] { entries.map(\.name) }
}

extension CommandTable.Entry {
  /// `:state FEATURE [PLACE]`.
  var signature: String { usage.isEmpty ? ":\(name)" : ":\(name) \(usage)" }
}
