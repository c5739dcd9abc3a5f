extension Wording {
  /// Why a line is none of the REPL's.
  static func message(_ error: LineError) -> String {
    switch error {
    case .unclosed(let opening, let column):
      "\(opening) at column \(column) has no end: expected \(closing(opening)) before the end of the line"
    case .unexpected(let found, let column):
      "expected a space at column \(column), found '\(found)'"
    case .unknownForm(let found):
      "expected a feature such as 'list', an action such as 'list.add', a ':command' or an envelope "
        + "'{\"feature\":…}', found '\(found)'; :help"
    case .missingAction(let feature):
      "expected an action after '\(feature).', found nothing; :describe \(feature) lists them"
    case .notAnAction(let feature, let word):
      "expected nothing after '\(feature)', found '\(word)'; an action is written \(feature).ACTION"
    case .invalidName(let name, let column):
      "expected a field's name before '=' at column \(column), found '\(name)'"
    case .notUTF8(let byte): "expected UTF-8, found an invalid byte at position \(byte)"
    case .tooLong(let count, let limit):
      "the line has \(bytes(count)), and at most \(bytes(limit)) are taken"
    case .unreadableFile(let path, let reason): "cannot read lines from \(path): \(reason)"
    }
  }

  /// The stable code of a line's error.
  static func code(_ error: LineError) -> String {
    switch error {
    case .notUTF8: "invalid_utf8"
    case .tooLong: "too_large"
    case .unreadableFile: "usage"
    default: "invalid_line"
    }
  }

  private static func closing(_ opening: String) -> String {
    switch opening {
    case "{": "'}'"
    case "[": "']'"
    default: opening
    }
  }
}
