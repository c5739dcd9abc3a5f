extension Scanner {
  /// The text goes on otherwise than it should.
  @inline(never)
  func unexpected(_ expected: String, _ place: Int) -> JSONError {
    failure("invalid_json", expected, describe(place), place)
  }

  @inline(never)
  func failure(_ code: String, _ expected: String, _ found: String, _ place: Int) -> JSONError {
    let (line, column) = lineAndColumn(
      of: place, in: UnsafeBufferPointer(start: text.base, count: text.count))
    return JSONError(
      code: code, path: tape.pathOfOpen(open, in: text.base), line: line, column: column,
      expected: expected, found: found)
  }

  @inline(never)
  func repeatedName(_ index: Int) -> JSONError {
    let token = tape.tokens[index]
    let name = token.text(in: text.base)
    var error = failure(
      "invalid_json", "each name once", "\(quoted(name)) twice", Int(token.offset) - 1)
    error.path =
      tape.pathOfOpen(tape.tokens[Int(open)].next, in: text.base) + "/" + escapedForPointer(name)
    return error
  }

  private func describe(_ place: Int) -> String {
    guard place < text.count else { return "the end of the text" }
    let byte = text.base[place]
    guard byte > 0x20, byte < 0x7F else { return hexadecimal(byte) }
    return "'\(Character(Unicode.Scalar(byte)))'"
  }
}

/// A byte in words, such as `the byte 0x0A`.
func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return "the byte 0x" + (byte < 16 ? "0" : "") + digits
}

/// Line and column of a byte, both from 1, the column in bytes.
func lineAndColumn(of place: Int, in text: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
  var line = 1
  var lineStart = 0
  for position in 0..<min(place, text.count) where text[position] == 0x0A {
    line += 1
    lineStart = position + 1
  }
  return (line, place - lineStart + 1)
}
