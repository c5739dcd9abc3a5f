import VVSIHost

/// A command of the shell with its arguments read.
enum ShellCommand: Equatable, Sendable {
  case help(String?)
  case features
  case describe(String)
  case state(String, place: String)
  case open(String)
  case close(String)
  case plugins
  case load(String)
  case unload(String)
  case reload(String, resets: Bool)
  case rollback(String)
  case retry(String)
  case watch(Bool?)
  case wait(seconds: Double?)
  case cancel(Ticket)
  case quit

  /// Reads a command line.
  init(_ name: String, _ words: [String]) throws(CommandError) {
    guard let entry = CommandTable.entry(named: name) else {
      throw .unknown(name, known: CommandTable.names)
    }
    guard words.count >= entry.needed else { throw .missingArgument(usage: entry.signature) }
    guard words.count <= entry.words.count else {
      throw .excess(words[entry.words.count], usage: entry.signature)
    }
    let first = words.first ?? ""
    switch name {
    case "help": self = .help(words.first)
    case "features": self = .features
    case "describe": self = .describe(first)
    case "state": self = .state(first, place: words.count > 1 ? words[1] : "")
    case "open": self = .open(first)
    case "close": self = .close(first)
    case "plugins": self = .plugins
    case "load": self = .load(first)
    case "unload": self = .unload(first)
    case "reload": self = .reload(first, resets: try Self.flag("--reset", in: words, entry))
    case "rollback": self = .rollback(first)
    case "retry": self = .retry(first)
    case "watch": self = .watch(try Self.onOrOff(words.first, entry))
    case "wait": self = .wait(seconds: try Self.seconds(words.first, entry))
    case "cancel": self = .cancel(try Self.ticket(first, entry))
    default: self = .quit
    }
  }

  private static func flag(
    _ flag: String, in words: [String], _ entry: CommandTable.Entry
  ) throws(CommandError) -> Bool {
    guard words.count > 1 else { return false }
    guard words[1] == flag else {
      throw .invalidArgument(words[1], expected: flag, usage: entry.signature)
    }
    return true
  }

  private static func onOrOff(
    _ word: String?, _ entry: CommandTable.Entry
  ) throws(CommandError) -> Bool? {
    switch word {
    case nil: nil
    case "on": true
    case "off": false
    case let word?: throw .invalidArgument(word, expected: "on or off", usage: entry.signature)
    }
  }

  private static func seconds(
    _ word: String?, _ entry: CommandTable.Entry
  ) throws(CommandError) -> Double? {
    guard let word else { return nil }
    guard let seconds = Double(word), seconds >= 0, seconds <= 1e6 else {
      throw .invalidArgument(word, expected: "a number of seconds", usage: entry.signature)
    }
    return seconds
  }

  private static func ticket(
    _ word: String, _ entry: CommandTable.Entry
  ) throws(CommandError) -> Ticket {
    guard let number = UInt64(word), number > 0 else {
      throw .invalidArgument(word, expected: "a ticket's number", usage: entry.signature)
    }
    return Ticket(number)
  }
}
