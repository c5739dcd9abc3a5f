/// Makes keys out of the bytes that a terminal sends.
///
/// Sequences that are no key known here are dropped whole, so that none of their bytes ends up in the line.
struct KeyDecoder {
  private static let escape: UInt8 = 0x1B
  /// The bytes of a paste are never further apart than so many times as long as those of one key.
  private static let longSilence = 60

  let source: any ByteSource

  /// The next key, or nil if there will be none.
  func next() -> Key? {
    while let byte = source.next(.endless) {
      if let key = byte == Self.escape ? escaped() : scalar(from: byte).flatMap(typed) {
        return key
      }
    }
    return nil
  }

  private func typed(_ scalar: Unicode.Scalar) -> Key? {
    let isUseless = scalar.value == 0 || (0x80..<0xA0).contains(scalar.value)
    return isUseless ? nil : .character(scalar)
  }

  /// The scalar that begins with a byte; nil if what follows is no UTF-8.
  private func scalar(from first: UInt8) -> Unicode.Scalar? {
    if first < 0x80 { return Unicode.Scalar(first) }
    var bytes = [first]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    while bytes.count < length, let byte = source.next(.short) {
      guard byte & 0xC0 == 0x80 else {
        source.unread(byte)
        return nil
      }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
  }

  private func escaped() -> Key? {
    guard let byte = source.next(.short) else { return .character(Unicode.Scalar(Self.escape)) }
    switch byte {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"): return source.next(.short).flatMap(shifted)
    case Self.escape:
      source.unread(byte)
      return .character(Unicode.Scalar(Self.escape))
    default: return scalar(from: byte).map(Key.meta)
    }
  }

  /// What follows `ESC O`: one byte, that means what it means after `ESC [`, or one of two of rxvt's own.
  private func shifted(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "c"): .wordRight
    case UInt8(ascii: "d"): .wordLeft
    default: named(final: final, parameters: [0])
    }
  }

  /// What follows `ESC [`: parameters, and a last byte that says what they mean.
  private func controlSequence() -> Key? {
    var parameters = [0]
    while let byte = source.next(.short) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = Int(byte - UInt8(ascii: "0"))
        parameters[parameters.count - 1] = min(parameters[parameters.count - 1] * 10 + digit, 9999)
      case UInt8(ascii: ";"): parameters.append(0)
      case UInt8(ascii: "["):
        _ = source.next(.short)
        return nil
      case 0x40...0x7E: return named(final: byte, parameters: parameters)
      case 0x20...0x3F: continue
      default:
        source.unread(byte)
        return nil
      }
    }
    return nil
  }

  private func named(final: UInt8, parameters: [Int]) -> Key? {
    let isModified = parameters.count > 1 && parameters[1] > 2
    switch Character(Unicode.Scalar(final)) {
    case "A": return .up
    case "B": return .down
    case "C": return isModified ? .wordRight : .right
    case "D": return isModified ? .wordLeft : .left
    case "H": return .home
    case "F": return .end
    case "~": return numbered(parameters[0])
    default: return nil
    }
  }

  private func numbered(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 3: .delete
    case 200: .paste(pasted())
    default: nil
    }
  }

  /// Text up to the mark of its end, or, if that was lost on the way, up to where nothing came for long.
  private func pasted() -> String {
    let mark = Array("\u{1B}[201~".utf8)
    var bytes: [UInt8] = []
    var silences = 0
    while !bytes.hasSuffix(mark), silences < Self.longSilence {
      if let byte = source.next(.short) {
        bytes.append(byte)
        silences = 0
      } else {
        silences += 1
      }
    }
    if bytes.hasSuffix(mark) { bytes.removeLast(mark.count) }
    return Self.tidied(String(decoding: bytes, as: UTF8.self))
  }

  /// Makes every line end a line feed, drops those at the end, and all other control characters but tabs.
  private static func tidied(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if scalar == "\n" && last == "\r" {
        // The line ended with the carriage return already.
      } else if scalar == "\r" || scalar == "\n" {
        result.append("\n")
      } else if scalar == "\t" || !(scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)) {
        result.append(scalar)
      }
      last = scalar
    }
    while result.last == "\n" { result.removeLast() }
    return String(result)
  }
}

extension Array where Element == UInt8 {
  fileprivate func hasSuffix(_ suffix: [UInt8]) -> Bool {
    count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }
}
