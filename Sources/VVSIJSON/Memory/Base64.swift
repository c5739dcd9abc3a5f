/// Base64 with padding and without line breaks (RFC 4648, section 4).
public enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let padding = UInt8(ascii: "=")

  /// The value of each character, or 255.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// The text of bytes.
  public static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = alphabet
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group = UInt32(bytes[start]) << 16
      if count > 1 { group |= UInt32(bytes[start + 1]) << 8 }
      if count > 2 { group |= UInt32(bytes[start + 2]) }
      text.append(alphabet[Int(group >> 18)])
      text.append(alphabet[Int(group >> 12 & 63)])
      text.append(count > 1 ? alphabet[Int(group >> 6 & 63)] : padding)
      text.append(count > 2 ? alphabet[Int(group & 63)] : padding)
    }
    return text
  }

  /// The bytes, or nil if the text is no Base64.
  public static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let padded = text.suffix(2).reversed().prefix { $0 == padding }.count
    let values = values
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    for position in 0..<text.count - padded {
      let value = values[Int(text[position])]
      guard value != 255 else { return nil }
      group = group << 6 | UInt32(value)
      guard position & 3 == 3 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: group >> 16))
      bytes.append(UInt8(truncatingIfNeeded: group >> 8))
      bytes.append(UInt8(truncatingIfNeeded: group))
    }
    if padded == 1 {
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    } else if padded == 2 {
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    }
    return bytes
  }
}
