/// Why a line is none of the REPL's.
///
/// Columns count characters from 1.
enum LineError: Error, Equatable, Sendable {
  /// A quote or bracket has no end on this line.
  case unclosed(String, column: Int)
  /// Something follows a quoted value or an object without a space between.
  case unexpected(String, column: Int)
  /// A line begins with neither a feature, nor `:`, nor `{`.
  case unknownForm(String)
  /// A feature's name and a dot, and no action.
  case missingAction(feature: String)
  /// A feature's name is followed by a word instead of a dot and an action.
  case notAnAction(feature: String, String)
  /// A word before `=` is no name.
  case invalidName(String, column: Int)
  /// The bytes are no UTF-8, from this one on (counted from 1).
  case notUTF8(byte: Int)
  /// The line is longer than the host takes.
  case tooLong(bytes: Int, limit: Int)
  /// A file of lines cannot be read, for the system's reason.
  case unreadableFile(path: String, reason: String)
}
