/// A search for text in earlier entries, from the newest back.
struct HistorySearch {
  private let history: History
  private(set) var pattern = ""
  /// The entry found last, and where in it; nil if none was.
  private(set) var found: (index: Int, match: Range<String.Index>)?
  private(set) var hasFailed = false

  init(_ history: History) {
    self.history = history
  }

  /// What stands before the entry that was found.
  var prompt: String { LineEditor.Wording.searchPrompt(pattern, hasFailed: hasFailed) }

  /// The entry that was found, with the cursor at the match; empty if none was.
  var buffer: EditBuffer {
    guard let found else { return EditBuffer() }
    var buffer = EditBuffer(history.entries[found.index])
    buffer.move(to: found.match.lowerBound)
    return buffer
  }

  /// Looks for a longer pattern, in the entry that was found first of all.
  mutating func add(_ text: String) {
    pattern += text
    look(before: found.map { $0.index + 1 })
  }

  /// Looks for a shorter pattern, from the newest entry on.
  mutating func removeLast() {
    guard !pattern.isEmpty else { return }
    pattern.removeLast()
    found = nil
    look(before: nil)
  }

  /// Looks for an older entry.
  mutating func searchOn() {
    look(before: found?.index)
  }

  private mutating func look(before index: Int?) {
    guard !pattern.isEmpty else {
      hasFailed = false
      return
    }
    let result = history.search(pattern, before: index ?? history.entries.count)
    hasFailed = result == nil
    found = result ?? found
  }
}
