/// The entries that a text of several lines holds, one after the other.
struct Entries {
  /// Where each entry is; the last one may be incomplete.
  private(set) var ranges: [Range<String.Index>] = []
  private let text: String
  private var isLastComplete = true

  /// Takes lines together until they are complete.
  ///
  /// Empty lines between entries belong to none.
  init(_ text: String, isComplete: (String) -> Bool) {
    self.text = text
    var start = text.startIndex
    while start < text.endIndex {
      var end = Self.lineEnd(in: text, after: start)
      isLastComplete = isComplete(String(text[start..<end]))
      while !isLastComplete && end < text.endIndex {
        end = Self.lineEnd(in: text, after: text.index(after: end))
        isLastComplete = isComplete(String(text[start..<end]))
      }
      if start < end { ranges.append(start..<end) }
      start = end < text.endIndex ? text.index(after: end) : end
    }
  }

  /// All entries, or nil if the last one needs another line.
  var complete: [String]? { isLastComplete ? ranges.map { String(text[$0]) } : nil }

  /// The entry that a place belongs to; an empty one at the place if it belongs to none.
  func range(at index: String.Index) -> Range<String.Index> {
    ranges.first { $0.lowerBound <= index && index <= $0.upperBound } ?? index..<index
  }

  private static func lineEnd(in text: String, after start: String.Index) -> String.Index {
    text[start...].firstIndex(of: "\n") ?? text.endIndex
  }
}
