/// One line of the REPL, taken apart but not yet compared with what is loaded.
enum Line: Equatable, Sendable {
  /// Nothing but space, or a comment.
  case empty
  /// `:name words`.
  case command(name: String, words: [String])
  /// `list`: shows a state.
  case show(feature: String)
  /// `list.add …`.
  case trigger(Trigger)
  /// `{"feature":…,"action":…}`.
  case envelope(text: String, inBackground: Bool)

  /// An action as typed.
  struct Trigger: Equatable, Sendable {
    /// `list` or `list#2`.
    var feature: String
    var action: String
    var arguments: [Argument]
    /// Whether the line ends with `&`, so that nobody waits.
    var inBackground: Bool
  }
}

/// One word after an action's name.
struct Argument: Equatable, Sendable {
  /// The names before `=`, outermost first: `a.b=1` has two; none for a bare value.
  var path: [String]
  var value: RawValue
}

/// A value as typed, before a type has been looked at.
enum RawValue: Equatable, Sendable {
  /// A bare word: JSON if a type wants it to be, or a string.
  case word(String)
  /// JSON by its first character: an object, an array or a string in double quotes.
  case json(String)
  /// What stands between single quotes, as it is.
  case text(String)
}
