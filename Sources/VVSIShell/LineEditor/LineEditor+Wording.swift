extension LineEditor {
  /// What the editor says by itself, each a whole line.
  enum Wording {
    static let quitHint = "press Ctrl-C again to quit\n"

    static func skipped(_ count: Int) -> String {
      "… \(count) texts are not shown: the terminal did not keep up\n"
    }

    static func historyIsNotKept(_ path: String, reason: String) -> String {
      "history is not kept: \(path): \(reason)\n"
    }

    static func moreLines(_ count: Int) -> String { "… and \(count) more lines\n" }

    static func searchPrompt(_ pattern: String, hasFailed: Bool) -> String {
      "(\(hasFailed ? "not found" : "search")) \(pattern): "
    }
  }
}
