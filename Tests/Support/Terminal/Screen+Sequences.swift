extension Screen {
  /// Runs a control sequence.
  mutating func run(final: UInt8, parameters: [UInt8]) {
    if parameters.first == UInt8(ascii: "?") {
      setMode(parameters.dropFirst(), isOn: final == UInt8(ascii: "h"))
      return
    }
    let text = String(decoding: parameters, as: UTF8.self)
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = numbers[0]
    let count = max(1, first)
    switch Character(Unicode.Scalar(final)) {
    case "m": style = first == 0 ? "" : text
    case "J": eraseScreen(first)
    case "K": eraseLine(first)
    case "P", "@", "X": shift(Character(Unicode.Scalar(final)), by: count)
    default:
      isWrapPending = false
      move(Character(Unicode.Scalar(final)), count, numbers.count > 1 ? max(1, numbers[1]) : 1)
    }
  }

  private mutating func move(_ final: Character, _ count: Int, _ column: Int) {
    switch final {
    case "A": cursor.row = max(0, cursor.row - count)
    case "B": cursor.row = min(rows - 1, cursor.row + count)
    case "C": cursor.column = min(columns - 1, cursor.column + count)
    case "D": cursor.column = max(0, cursor.column - count)
    case "G": cursor.column = min(columns, count) - 1
    case "H": cursor = (min(rows, count) - 1, min(columns, column) - 1)
    default: break
    }
  }

  private mutating func setMode(_ parameters: ArraySlice<UInt8>, isOn: Bool) {
    if String(decoding: parameters, as: UTF8.self) == "2004" { marksPastes = isOn }
  }

  private mutating func eraseScreen(_ part: Int) {
    isWrapPending = false
    if part == 2 {
      grid = Array(repeating: Self.emptyLine(columns), count: rows)
    } else {
      eraseLine(0)
      for row in (cursor.row + 1)..<max(rows, cursor.row + 1) {
        grid[row] = Self.emptyLine(columns)
      }
    }
  }

  private mutating func eraseLine(_ part: Int) {
    let range =
      part == 0 ? cursor.column..<columns : part == 1 ? 0..<cursor.column + 1 : 0..<columns
    for column in range { grid[cursor.row].cells[column] = Cell() }
    if part != 1 { grid[cursor.row].isWrapped = false }
  }

  private mutating func shift(_ final: Character, by count: Int) {
    var cells = grid[cursor.row].cells
    let count = min(count, columns - cursor.column)
    switch final {
    case "P": cells.removeSubrange(cursor.column..<cursor.column + count)
    case "@": cells.insert(contentsOf: repeatElement(Cell(), count: count), at: cursor.column)
    default: for column in cursor.column..<cursor.column + count { cells[column] = Cell() }
    }
    cells += Array(repeating: Cell(), count: max(0, columns - cells.count))
    grid[cursor.row].cells = Array(cells.prefix(columns))
  }
}
