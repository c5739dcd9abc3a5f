/// What a person would see: the screen of a terminal that understands what VT100 and xterm have in common.
///
/// Lines that the terminal itself wrapped are wrapped anew when the width changes, as most terminals do today.
package struct Screen: Sendable {
  /// One place on the screen.
  struct Cell: Equatable, Sendable {
    /// The character; empty in the second half of a wide one.
    var text = " "
    /// The colours and weights that it was written with, as the numbers of the escape sequence.
    var style = ""
  }

  /// One line of the screen.
  struct Line: Sendable {
    var cells: [Cell]
    /// Whether it goes on in the next one because it was full.
    var isWrapped = false
  }

  package internal(set) var rows: Int
  package internal(set) var columns: Int
  /// The row, from the top, and the column, both from 0.
  package internal(set) var cursor = (row: 0, column: 0)
  /// How often the terminal rang.
  package internal(set) var bells = 0
  /// Whether the terminal marks what is pasted.
  package internal(set) var marksPastes = false

  var grid: [Line]
  /// Lines that left the screen at the top, oldest first.
  var scrolledOff: [Line] = []
  var style = ""
  /// Whether the cursor waits behind the last column for a character that begins the next line.
  var isWrapPending = false
  var input = InputState.text
  var undecoded: [UInt8] = []

  enum InputState: Sendable {
    case text
    case escape
    case sequence([UInt8])
    case command(isEnding: Bool)
  }

  /// Makes an empty screen.
  package init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    grid = Array(repeating: Self.emptyLine(columns), count: rows)
  }

  /// The text of each line of the screen, without blanks at the end.
  package var lines: [String] { grid.map(Self.text) }

  /// The text of the screen, without empty lines at the end.
  package var text: String { Self.joined(lines) }

  /// All text, what has scrolled off included, with lines that were wrapped put together again.
  package var transcript: String {
    var result: [String] = []
    var isContinued = false
    for line in scrolledOff + grid {
      let text = line.isWrapped ? line.cells.map(\.text).joined() : Self.text(of: line)
      if isContinued { result[result.count - 1] += text } else { result.append(text) }
      isContinued = line.isWrapped
    }
    return Self.joined(result)
  }

  /// The line that the cursor is in.
  package var currentLine: String { lines[cursor.row] }

  /// Whether any text on the screen is coloured or otherwise marked.
  package var hasStyles: Bool { grid.contains { $0.cells.contains { !$0.style.isEmpty } } }

  /// Changes the size; the cursor stays at its character.
  package mutating func resize(rows newRows: Int, columns newColumns: Int) {
    var paragraphs: [[Cell]] = [[]]
    var place = (paragraph: 0, offset: 0)
    for (row, line) in grid.prefix(max(usedRows, cursor.row + 1)).enumerated() {
      if row == cursor.row {
        place = (paragraphs.count - 1, paragraphs[paragraphs.count - 1].count + cursor.column)
      }
      paragraphs[paragraphs.count - 1] += line.isWrapped ? line.cells : Self.trimmed(line.cells)
      if !line.isWrapped { paragraphs.append([]) }
    }
    (rows, columns) = (newRows, newColumns)
    refill(paragraphs, place)
  }

  private mutating func refill(
    _ paragraphs: [[Cell]], _ place: (paragraph: Int, offset: Int)
  ) {
    grid = []
    isWrapPending = false
    for (index, paragraph) in paragraphs.dropLast().enumerated() {
      let first = grid.count
      var rest = paragraph[...]
      repeat {
        let cells = Array(rest.prefix(columns))
        rest = rest.dropFirst(columns)
        let padding = Array(repeating: Cell(), count: columns - cells.count)
        grid.append(Line(cells: cells + padding, isWrapped: !rest.isEmpty))
      } while !rest.isEmpty
      if index == place.paragraph {
        cursor = (first + place.offset / columns, place.offset % columns)
        while grid.count <= cursor.row { grid.append(Self.emptyLine(columns)) }
      }
    }
    while grid.count < rows { grid.append(Self.emptyLine(columns)) }
    while grid.count > rows {
      scrolledOff.append(grid.removeFirst())
      cursor.row -= 1
    }
  }

  private var usedRows: Int {
    (grid.lastIndex { !Self.trimmed($0.cells).isEmpty } ?? -1) + 1
  }

  static func emptyLine(_ columns: Int) -> Line {
    Line(cells: Array(repeating: Cell(), count: columns))
  }

  private static func trimmed(_ cells: [Cell]) -> [Cell] {
    Array(cells.prefix((cells.lastIndex { $0.text != " " } ?? -1) + 1))
  }

  private static func text(of line: Line) -> String {
    trimmed(line.cells).map(\.text).joined()
  }

  private static func joined(_ lines: [String]) -> String {
    let count = (lines.lastIndex { !$0.isEmpty } ?? -1) + 1
    return lines.prefix(count).joined(separator: "\n")
  }
}
