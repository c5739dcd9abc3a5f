/// Where the shell speaks, and how.
public struct Outputs: Sendable {
  /// Standard output, or the terminal.
  var main: any Output
  /// Standard error, or the terminal.
  var errors: any Output
  /// Whether events are written as NDJSON, and nothing else on ``main``.
  var isJSON = false
  /// Whether ``main`` shows colours.
  var style = Style.plain
  /// Whether ``errors`` shows colours.
  var errorStyle = Style.plain

  /// Makes outputs without colours.
  public init(main: any Output, errors: any Output, isJSON: Bool = false) {
    self.main = main
    self.errors = errors
    self.isJSON = isJSON
  }
}
