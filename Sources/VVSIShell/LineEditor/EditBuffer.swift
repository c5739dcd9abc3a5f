/// A text of one or more lines and the place in it where keys take effect.
struct EditBuffer: Equatable {
  var text = ""
  private(set) var cursor = "".startIndex

  /// Makes a buffer with the cursor at the end.
  init(_ text: String = "") {
    self.text = text
    cursor = text.endIndex
  }

  /// Makes a buffer from Unicode scalars; a cursor inside a character moves to its start.
  init(scalars: some Collection<Unicode.Scalar>, cursor offset: Int) {
    text.unicodeScalars.append(contentsOf: scalars)
    let index = text.unicodeScalars.index(text.startIndex, offsetBy: offset)
    cursor = index == text.endIndex ? index : text.rangeOfCharacter(at: index).lowerBound
  }

  /// The cursor in Unicode scalars.
  var scalarOffset: Int {
    text.unicodeScalars.distance(from: text.startIndex, to: cursor)
  }

  mutating func insert(_ addition: String) {
    let head = text[..<cursor] + addition
    let tail = text[cursor...]
    let offset = head.utf8.count
    text = String(head + tail)
    cursor = text.utf8.index(text.startIndex, offsetBy: offset)
  }

  /// Replaces what is between a place and the cursor.
  mutating func replace(from start: String.Index, with replacement: String) {
    let tail = text[cursor...]
    let head = text[..<start] + replacement
    let offset = head.utf8.count
    text = String(head + tail)
    cursor = text.utf8.index(text.startIndex, offsetBy: offset)
  }

  mutating func moveToEnd() {
    cursor = text.endIndex
  }

  mutating func move(to index: String.Index) {
    cursor = index
  }

  mutating func moveLeft() {
    if cursor > text.startIndex { cursor = text.index(before: cursor) }
  }

  mutating func moveRight() {
    if cursor < text.endIndex { cursor = text.index(after: cursor) }
  }

  mutating func deleteBackward() {
    guard cursor > text.startIndex else { return }
    replace(from: text.index(before: cursor), with: "")
  }

  mutating func deleteForward() {
    guard cursor < text.endIndex else { return }
    moveRight()
    deleteBackward()
  }

  mutating func moveToLineStart() {
    cursor = lineStart(before: cursor)
  }

  mutating func moveToLineEnd() {
    cursor = text[cursor...].firstIndex(of: "\n") ?? text.endIndex
  }

  /// Moves to the same column of the line above; false if there is none.
  mutating func moveUp() -> Bool {
    let start = lineStart(before: cursor)
    guard start > text.startIndex else { return false }
    let column = text.distance(from: start, to: cursor)
    let end = text.index(before: start)
    cursor = text.index(lineStart(before: end), offsetBy: column, limitedBy: end) ?? end
    return true
  }

  /// Moves to the same column of the line below; false if there is none.
  mutating func moveDown() -> Bool {
    guard let lineFeed = text[cursor...].firstIndex(of: "\n") else { return false }
    let column = text.distance(from: lineStart(before: cursor), to: cursor)
    let start = text.index(after: lineFeed)
    let end = text[start...].firstIndex(of: "\n") ?? text.endIndex
    cursor = text.index(start, offsetBy: column, limitedBy: end) ?? end
    return true
  }

  private func lineStart(before index: String.Index) -> String.Index {
    text[..<index].lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
  }
}

extension String {
  fileprivate func rangeOfCharacter(at index: Index) -> Range<Index> {
    let after = self.index(after: index)
    return self.index(before: after)..<after
  }
}
