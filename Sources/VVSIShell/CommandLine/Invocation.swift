/// What a command line asks for.
enum Invocation: Sendable, Equatable {
  case shell(Options)
  case subcommand(String, arguments: [String])
  case help
  case version

  /// Reads the arguments after the program's own name.
  ///
  /// A subcommand is only looked for in the first place, so that a plugin may have any name after an option.
  init(_ arguments: [String], subcommands: [String]) throws(UsageError) {
    if let first = arguments.first, subcommands.contains(first) {
      self = .subcommand(first, arguments: Array(arguments.dropFirst()))
      return
    }
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        options.plugins += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        options.plugins.append(argument)
        continue
      }
      switch try Self.take(argument, &rest) {
      case (.set(let change), let value): change(&options, value)
      case (.choose(let words, let change), let value):
        guard words.contains(value) else {
          throw .unknownChoice(value, of: "mode", known: words)
        }
        change(&options, value)
      case (.seconds(let change), let value):
        guard let seconds = Double(value), (0...86_400).contains(seconds) else {
          throw .noSeconds(value, option: argument)
        }
        change(&options, seconds)
      case (.help, _): self = .help; return
      case (.version, _): self = .version; return
      }
    }
    self = .shell(options)
  }

  /// Finds an option and takes its value, from behind `=` or from the next argument.
  private static func take(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> (OptionTable.Effect, String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isLong = argument.hasPrefix("--")
    let name = isLong ? String(parts[0]) : argument
    guard let entry = OptionTable.entry(named: name) else {
      throw .unknownOption(name, known: OptionTable.names)
    }
    let attached = isLong && parts.count == 2 ? String(parts[1]) : nil
    guard let value = entry.value else {
      if let attached { throw .unexpectedValue(option: name, value: attached) }
      return (entry.effect, "")
    }
    guard let given = attached ?? rest.popFirst() else {
      throw .missingValue(option: name, value: value)
    }
    return (entry.effect, given)
  }
}
