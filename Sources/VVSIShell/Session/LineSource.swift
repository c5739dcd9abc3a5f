/// Where lines come from.
protocol LineSource: Sendable {
  /// The next line, with all that it goes on with.
  nonisolated(nonsending) func next() async -> LineInput
}

/// What a source of lines has next.
enum LineInput: Equatable, Sendable {
  /// A line to run; several lines of text where JSON goes on.
  case line(String)
  /// A line that cannot be read.
  case unreadable(LineError)
  /// The user gave up the line.
  case interrupted
  /// The user wants to leave at once.
  case quit
  /// There are no more lines.
  case end
}
