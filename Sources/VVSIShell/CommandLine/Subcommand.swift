/// A word after `vvsi` that does something else than run the shell.
public struct Subcommand: Sendable {
  /// The word.
  public let name: String
  /// What follows it, for people.
  public let usage: String
  /// What it does, in one line.
  public let summary: String
  /// Does it with the arguments that follow the word, and returns the exit status.
  public let run: @Sendable ([String]) async -> ExitStatus

  /// Makes a subcommand.
  public init(
    name: String, usage: String, summary: String,
    run: @escaping @Sendable ([String]) async -> ExitStatus
  ) {
    self.name = name
    self.usage = usage
    self.summary = summary
    self.run = run
  }
}
