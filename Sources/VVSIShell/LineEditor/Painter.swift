/// What is to be seen: prompts, and the text behind them.
struct Picture: Equatable {
  var buffer: EditBuffer
  var prompts: Layout.Prompts
}

/// Keeps a picture on the screen, and knows where in it the cursor was left.
struct Painter {
  typealias Size = (rows: Int, columns: Int)

  private var picture: Picture?
  private var columns = 0
  private var shown: [UInt8] = []
  private var cursor = (row: 0, column: 0)
  private var isCursorAtEnd = false
  /// The first row of the layout that is on the screen; not 0 if the text is taller than the screen.
  private var top = 0

  /// Whether there is a picture on the screen.
  var isShowing: Bool { picture != nil }

  /// The bytes that put a picture in place of the one before.
  mutating func paint(_ new: Picture, size: Size) -> [UInt8] {
    reflow(size)
    let layout = Layout(new, columns: size.columns)
    let window = window(of: layout, height: size.rows)
    let body = Self.body(of: layout.rows[window])
    let place = (row: layout.cursor.row - window.lowerBound, column: layout.cursor.column)
    let isAtEnd = layout.isCursorAtEnd
    let isUnchanged = isShowing && body == shown && place == cursor
    let isAddition =
      isShowing && isCursorAtEnd && isAtEnd && top == window.lowerBound && body.starts(with: shown)
    var bytes: [UInt8] = []
    if isAddition {
      bytes = Array(body[shown.count...])
    } else if !isUnchanged {
      bytes = erasure() + body
      if !isAtEnd { bytes += Self.move(up: window.count - 1 - place.row, toColumn: place.column) }
    }
    (picture, columns, shown, cursor) = (new, size.columns, body, place)
    (isCursorAtEnd, top) = (isAtEnd, window.lowerBound)
    return bytes
  }

  /// The bytes that take away the picture; the cursor is then where its first row began.
  mutating func erase(size: Size) -> [UInt8] {
    reflow(size)
    defer { forget() }
    return erasure()
  }

  /// The bytes that leave all of a picture on the screen for good, with the cursor below it.
  mutating func commit(_ new: Picture, size: Size) -> [UInt8] {
    let layout = Layout(new, columns: size.columns)
    let bytes = erase(size: size) + Self.body(of: layout.rows[...])
    let endsInNewRow = layout.rows.count > 1 && layout.rows.last == Layout.Row()
    return endsInNewRow ? bytes : bytes + Array("\r\n".utf8)
  }

  /// Takes note that what was shown is out of reach.
  mutating func forget() {
    self = Painter()
  }

  /// Takes note that a terminal with a new width has wrapped what was shown anew.
  private mutating func reflow(_ size: Size) {
    guard let picture, size.columns != columns || cursor.row >= size.rows else { return }
    cursor.row = min(Layout(picture, columns: size.columns).cursor.row, size.rows - 1)
    shown = []
    isCursorAtEnd = false
  }

  private func erasure() -> [UInt8] {
    guard isShowing else { return [] }
    return Self.move(up: cursor.row, toColumn: 0) + Array("\u{1B}[J".utf8)
  }

  private func window(of layout: Layout, height: Int) -> Range<Int> {
    let count = min(layout.rows.count, max(1, height))
    let highest = min(layout.cursor.row, layout.rows.count - count)
    let start = min(max(top, layout.cursor.row - count + 1), highest)
    return start..<(start + count)
  }

  private static func body(of rows: ArraySlice<Layout.Row>) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, row) in zip(rows.indices, rows) {
      bytes += Array(row.text.utf8)
      if index + 1 < rows.endIndex && !row.isWrapped { bytes += Array("\r\n".utf8) }
    }
    return bytes
  }

  private static func move(up rows: Int, toColumn column: Int) -> [UInt8] {
    var sequence = rows > 0 ? "\u{1B}[\(rows)A\r" : "\r"
    if column > 0 { sequence += "\u{1B}[\(column)C" }
    return Array(sequence.utf8)
  }
}
