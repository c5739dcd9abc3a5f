extension Token {
  /// What a scanned string, name or number says.
  @inline(__always)
  func text(in base: UnsafePointer<UInt8>) -> String {
    let start = base + Int(offset)
    guard isComplex, kind != .number else {
      return String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }
    return String(unsafeUninitializedCapacity: Int(count)) {
      unescape(start, Int(count), into: $0)
    }
  }
}

/// The bytes that a scanned string with escapes stands for.
func unescaped(_ start: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
  Array(unsafeUninitializedCapacity: count) { buffer, used in
    used = unescape(start, count, into: buffer)
  }
}

/// Writes what a scanned string stands for, which is never longer than what it is written as.
///
/// The scanner has seen the string, so that every escape is whole and surrogates come in pairs.
private func unescape(
  _ start: UnsafePointer<UInt8>, _ count: Int, into buffer: UnsafeMutableBufferPointer<UInt8>
) -> Int {
  var input = 0
  var output = 0
  while input < count {
    let byte = start[input]
    guard byte == UInt8(ascii: "\\") else {
      buffer[output] = byte
      input += 1
      output += 1
      continue
    }
    guard start[input + 1] == UInt8(ascii: "u") else {
      buffer[output] = meaning(ofEscape: start[input + 1])
      input += 2
      output += 1
      continue
    }
    var scalar = UInt32(hexUnit(start + input + 2) ?? 0)
    input += 6
    if scalar & 0xFC00 == 0xD800 {
      scalar = 0x10000 + (scalar & 0x3FF) << 10 + UInt32(hexUnit(start + input + 2) ?? 0) & 0x3FF
      input += 6
    }
    guard let encoded = UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") else { continue }
    for unit in encoded {
      buffer[output] = unit
      output += 1
    }
  }
  return output
}

private func meaning(ofEscape letter: UInt8) -> UInt8 {
  switch letter {
  case UInt8(ascii: "b"): 0x08
  case UInt8(ascii: "f"): 0x0C
  case UInt8(ascii: "n"): 0x0A
  case UInt8(ascii: "r"): 0x0D
  case UInt8(ascii: "t"): 0x09
  default: letter
  }
}
