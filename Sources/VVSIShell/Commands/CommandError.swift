import VVSIHost

/// What is wrong with a command.
enum CommandError: Error, Equatable, Sendable {
  /// There is no command of this name.
  case unknown(String, known: [String])
  /// The command needs another word.
  case missingArgument(usage: String)
  /// The command takes fewer words.
  case excess(String, usage: String)
  /// A word is not of the kind that goes there.
  case invalidArgument(String, expected: String, usage: String)
  /// A state has nothing at a place; `known` are the names beside it.
  case nothingAt(place: String, feature: String, known: [String])
  /// A place is written in no way that is understood.
  case invalidPlace(String)
  /// No action of this ticket waits or runs.
  case notRunning(Ticket)
  /// There is no help on this.
  case unknownTopic(String, known: [String])
}
