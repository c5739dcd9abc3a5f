import VVSI

/// Why there is no user to show.
enum UserWorkerError: Error, CustomStringConvertible {
  case missing(source: String, reason: String)
  case unreadable(source: String, JSONError)
  case noUser(id: Int, source: String, known: [Int])
  case invalidURL(String)
  case unreachable(source: String, reason: String)
  case refused(source: String, status: String)

  var description: String {
    switch self {
    case .missing(let source, let reason):
      "expected a readable JSON file, found none at \(source): \(reason)"
    case .unreadable(let source, let error):
      "expected \(error.expected) in \(source)"
        + (error.path.isEmpty ? "" : " at \(error.path)")
        + ", found \(error.found) (line \(error.line), column \(error.column))"
    case .noUser(let id, let source, let known):
      "expected a user with id \(id) in \(source), found "
        + (known.isEmpty ? "none" : known.map(String.init).joined(separator: ", "))
    case .invalidURL(let url):
      "expected http://HOST[:PORT][/PATH] or the path of a file, found \(url)"
    case .unreachable(let source, let reason):
      "expected an answer from \(source), found none: \(reason)"
    case .refused(let source, let status):
      "expected status 200 from \(source), found \(status)"
    }
  }
}
