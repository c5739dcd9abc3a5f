extension Screen {
  /// Does what the bytes say.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { feed(byte) }
  }

  private mutating func feed(_ byte: UInt8) {
    switch input {
    case .text: feedText(byte)
    case .escape: feedEscape(byte)
    case .sequence(let parameters):
      if (0x40...0x7E).contains(byte) {
        input = .text
        run(final: byte, parameters: parameters)
      } else {
        input = .sequence(parameters + [byte])
      }
    case .command(let isEnding):
      let isEnd = byte == 7 || isEnding && byte == UInt8(ascii: "\\")
      input = isEnd ? .text : .command(isEnding: byte == 0x1B)
    }
  }

  private mutating func feedEscape(_ byte: UInt8) {
    input = .text
    switch byte {
    case UInt8(ascii: "["): input = .sequence([])
    case UInt8(ascii: "]"): input = .command(isEnding: false)
    case UInt8(ascii: "M"): cursor.row = max(0, cursor.row - 1)
    default: break
    }
  }

  private mutating func feedText(_ byte: UInt8) {
    switch byte {
    case 0x1B: input = .escape
    case 7: bells += 1
    case 8:
      cursor.column = max(0, cursor.column - 1)
      isWrapPending = false
    case 9: cursor.column = min(columns - 1, (cursor.column / 8 + 1) * 8)
    case 10: lineFeed()
    case 13:
      cursor.column = 0
      isWrapPending = false
    case 0..<0x20, 0x7F: break
    default: decode(byte)
    }
  }

  private mutating func decode(_ byte: UInt8) {
    undecoded.append(byte)
    if let text = String(validating: undecoded, as: UTF8.self) {
      undecoded = []
      for scalar in text.unicodeScalars { put(scalar) }
    } else if undecoded.count >= 4 {
      undecoded = []
      put("\u{FFFD}")
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = scalar.columns
    if width == 0 { return combine(scalar) }
    if isWrapPending || cursor.column + width > columns { wrap() }
    grid[cursor.row].cells[cursor.column] = Cell(text: String(scalar), style: style)
    for column in (cursor.column + 1)..<(cursor.column + width) where column < columns {
      grid[cursor.row].cells[column] = Cell(text: "", style: style)
    }
    cursor.column += width
    if cursor.column >= columns {
      cursor.column = columns - 1
      isWrapPending = true
    }
  }

  private mutating func combine(_ scalar: Unicode.Scalar) {
    var column = isWrapPending ? cursor.column : cursor.column - 1
    while column > 0 && grid[cursor.row].cells[column].text.isEmpty { column -= 1 }
    if column >= 0 { grid[cursor.row].cells[column].text.unicodeScalars.append(scalar) }
  }

  private mutating func wrap() {
    grid[cursor.row].isWrapped = true
    cursor.column = 0
    isWrapPending = false
    lineFeed()
  }

  private mutating func lineFeed() {
    isWrapPending = false
    if cursor.row + 1 < rows {
      cursor.row += 1
    } else {
      scrolledOff.append(grid.removeFirst())
      grid.append(Self.emptyLine(columns))
    }
  }
}

extension Unicode.Scalar {
  /// The columns that a terminal gives to it.
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
