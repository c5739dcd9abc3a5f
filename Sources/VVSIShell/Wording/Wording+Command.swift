import VVSIJSON

extension Wording {
  /// What is wrong with a command.
  static func message(_ error: CommandError) -> String {
    switch error {
    case .unknown(let name, let known):
      unknownCommand(name, known)
    case .missingArgument(let usage): "expected \(usage), found the end of the line"
    case .excess(let found, let usage): "expected \(usage), found '\(found)' after it"
    case .invalidArgument(let found, let expected, let usage):
      "expected \(expected) in \(usage), found '\(found)'"
    case .nothingAt(let place, let feature, let known):
      "the state of \(feature) has nothing at \(place)"
        + suggestion(lastName(in: place), among: known, "there")
    case .invalidPlace(let place):
      "expected a place such as items[0].name or /items/0/name, found '\(place)'"
    case .notRunning(let ticket):
      "no action with ticket \(ticket) waits or runs; it has settled, or there never was one"
    case .unknownTopic(let name, let known):
      "no help on '\(name)'" + suggestion(name, among: known, "topics")
    }
  }

  /// The stable code of a command's error.
  static func code(_ error: CommandError) -> String {
    switch error {
    case .unknown: "unknown_command"
    case .nothingAt: "unknown_place"
    case .notRunning: "unknown_ticket"
    default: "usage"
    }
  }

  private static func unknownCommand(_ name: String, _ known: [String]) -> String {
    guard !name.isEmpty else { return "expected a command's name after ':'; :help lists them" }
    return "no command ':\(name)'" + suggestion(name, among: known, "commands")
  }

  private static func lastName(in place: String) -> String {
    PathText.pointer(place)?.tokens.last ?? place
  }
}
