/// What the command line asks of the host and its shell.
public struct Options: Sendable, Equatable {
  /// Where lines come from, in the order given; none means standard input.
  public var sources: [Source] = []
  /// The plugins to load, as given.
  public var plugins: [String] = []
  /// Whether events are written as NDJSON.
  public var isJSON = false
  /// The configuration's path, if one was given.
  public var configuration: String?
  /// Whether saving rebuilds.
  public var watches = false
  /// In how many seconds at most one state of an instance is shown; nil leaves it to the configuration.
  public var statesEverySeconds: Double?
  /// Whether every plugin runs in a process of its own; nil leaves it to the configuration.
  public var isolates: Bool?
  /// Whether colours are allowed; whether they are shown depends on the terminal as well.
  public var allowsColour = true

  /// Makes options as an empty command line has them.
  public init() {}

  /// A source of lines.
  public enum Source: Sendable, Equatable {
    /// One line, as it is.
    case line(String)
    /// A file of lines; `-` is standard input.
    case file(String)
  }
}
