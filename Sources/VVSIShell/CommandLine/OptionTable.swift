/// The options of the command line: what each is called, takes and does.
struct OptionTable {
  struct Entry: Sendable {
    /// The name with its dashes.
    var name: String
    /// Another name with its dashes.
    var short: String?
    /// What follows the name, in capitals; nil if nothing does.
    var value: String?
    var summary: String
    var effect: Effect
  }

  enum Effect: Sendable {
    /// Changes the options by one of these words.
    case choose([String], @Sendable (inout Options, _ value: String) -> Void)
    /// Changes the options; `value` is empty where the entry takes none.
    case set(@Sendable (inout Options, _ value: String) -> Void)
    /// Changes the options by a number of seconds.
    case seconds(@Sendable (inout Options, _ seconds: Double) -> Void)
    case help
    case version
  }

  static let entries: [Entry] = [
    Entry(
      name: "-c", value: "LINE", summary: "run one line; may be repeated",
      effect: .set { $0.sources.append(.line($1)) }),
    Entry(
      name: "-f", value: "FILE", summary: "run a file of lines; - is standard input",
      effect: .set { $0.sources.append(.file($1)) }),
    Entry(
      name: "--json", summary: "events as NDJSON on standard output",
      effect: .set { options, _ in options.isJSON = true }),
    Entry(
      name: "--config", value: "FILE", summary: "default: Config/vvsi.json where it exists",
      effect: .set { $0.configuration = $1 }),
    Entry(
      name: "--watch", summary: "rebuild and reload on save",
      effect: .set { options, _ in options.watches = true }),
    Entry(
      name: "--states-every", value: "SECONDS",
      summary: "one state an instance in that time, the last; its seq may be behind",
      effect: .seconds { $0.statesEverySeconds = $1 }),
    Entry(
      name: "--isolation", value: "MODE",
      summary: "process: every plugin in a process of its own; none: in this one",
      effect: .choose(["none", "process"]) { $0.isolates = $1 == "process" }),
    Entry(
      name: "--no-color", summary: "no colours; NO_COLOR in the environment does the same",
      effect: .set { options, _ in options.allowsColour = false }),
    Entry(name: "--help", short: "-h", summary: "show this", effect: .help),
    Entry(name: "--version", summary: "show the version", effect: .version),
  ]

  static func entry(named name: String) -> Entry? {
    entries.first { $0.name == name || $0.short == name }
  }

  static var names: [String] { entries.flatMap { [$0.name] + ($0.short.map { [$0] } ?? []) } }
}
