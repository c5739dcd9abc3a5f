/// Text that came from a plugin, a file or a user, made harmless for a terminal.
enum Printable {
  /// The text with every control character written out, so that nobody can move the cursor, change colours or hide text.
  ///
  /// Line feeds stay only where `keepingLines` is set.
  static func escape(_ text: String, keepingLines: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\n", keepingLines {
        result.unicodeScalars.append(scalar)
      } else if isUnsafe(scalar) {
        result += escaped(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }

  /// Control characters, and the marks that turn the direction of text or break its lines.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
