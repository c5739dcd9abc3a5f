extension Wording {
  /// What is wrong with a command line.
  static func message(_ error: UsageError) -> String {
    switch error {
    case .unknownOption(let name, let known):
      "no option '\(name)'\(suggestion(name, among: known, "options"))"
    case .missingValue(let option, let value):
      "expected \(value) after '\(option)', found the end of the line"
    case .unexpectedValue(let option, let value):
      "expected nothing after '\(option)', found '\(value)'"
    case .noSeconds(let value, let option):
      "expected a number of seconds after '\(option)', a day at most, found '\(value)'"
    case .unknownChoice(let name, let subject, let known):
      "no \(subject) '\(name)'\(suggestion(name, among: known, "known"))"
    }
  }
}
