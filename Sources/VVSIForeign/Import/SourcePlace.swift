import VVSIJSON

/// Where something stands in a header.
struct SourcePlace: Equatable {
  var file = ""
  var line = 0
}

/// Follows the places in clang's syntax tree, which names a file and a line only where they differ from those before.
struct PlaceReader {
  private var last = SourcePlace()

  /// Reads a `loc`, and returns where it is; of what a macro made, where the macro is used.
  mutating func take(_ location: JSON) -> SourcePlace? {
    if let spelling = location["spellingLoc"], let expansion = location["expansionLoc"] {
      _ = take(spelling)
      return take(expansion)
    }
    guard location["offset"] != nil else { return nil }
    if let file = location["file"]?.stringValue { last.file = file }
    if let line = location["line"]?.intValue { last.line = line }
    return last
  }

  /// Reads a `range`.
  mutating func skip(_ range: JSON) {
    if let begin = range["begin"] { _ = take(begin) }
    if let end = range["end"] { _ = take(end) }
  }
}
