/// What is wrong with a command line.
public enum UsageError: Error, Sendable, Equatable {
  /// There is no option of this name.
  case unknownOption(String, known: [String])
  /// Nothing follows an option that takes a value.
  case missingValue(option: String, value: String)
  /// A value was attached to an option that takes none.
  case unexpectedValue(option: String, value: String)
  /// A number of seconds, a day at most, was needed.
  case noSeconds(String, option: String)
  /// Another word was needed.
  case unknownChoice(String, of: String, known: [String])
}
