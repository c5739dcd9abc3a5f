import VVSIJSON

extension Encoding {
  /// What a value must be, for messages.
  var expected: String {
    switch self {
    case .text: "a string"
    case .base64: "a string in Base64"
    case .hex: "a string of pairs of hexadecimal digits"
    }
  }

  /// The bytes that a value stands for; nil if it is none.
  func bytes(_ json: JSON) -> [UInt8]? {
    guard let text = json.stringValue else { return nil }
    let bytes = Array(text.utf8)
    switch self {
    case .text: return bytes
    case .base64: return bytes.withUnsafeBufferPointer(Base64.decode)
    case .hex: return Self.fromHex(bytes)
    }
  }

  private static func fromHex(_ digits: [UInt8]) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = hexValue(digits[index]), let low = hexValue(digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }

  /// Writes bytes as a JSON string.
  func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    switch self {
    case .text: text.append(quoted: String(decoding: bytes, as: UTF8.self))
    case .base64:
      text.append(UInt8(ascii: "\""))
      text.append(contentsOf: Base64.encode(Array(bytes)))
      text.append(UInt8(ascii: "\""))
    case .hex:
      let digits = Array("0123456789abcdef".utf8)
      text.append(UInt8(ascii: "\""))
      for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
      text.append(UInt8(ascii: "\""))
    }
  }
}
