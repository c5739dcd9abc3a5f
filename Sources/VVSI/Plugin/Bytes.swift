import CVVSI

extension vvsi_bytes {
  /// The bytes, valid for as long as whoever handed them over says.
  var buffer: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: data, count: data == nil ? 0 : count)
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.init(data: bytes.baseAddress, count: bytes.count)
  }

  /// The bytes as a string, repaired where they are no UTF-8.
  var string: String {
    String(decoding: buffer, as: UTF8.self)
  }

  /// A copy that is never freed, for tables that live as long as the process.
  static func permanent(_ string: String) -> vvsi_bytes {
    guard !string.isEmpty else { return vvsi_bytes(data: nil, count: 0) }
    var string = string
    return string.withUTF8 { text in
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
      _ = copy.initialize(from: text)
      return vvsi_bytes(data: copy.baseAddress, count: copy.count)
    }
  }
}

/// Lends bytes to a call.
func withBytes<Result>(_ bytes: [UInt8], _ body: (vvsi_bytes) -> Result) -> Result {
  bytes.withUnsafeBufferPointer { body(vvsi_bytes($0)) }
}

/// Lends a string's bytes to a call.
func withBytes<Result>(_ string: String, _ body: (vvsi_bytes) -> Result) -> Result {
  var string = string
  return string.withUTF8 { body(vvsi_bytes($0)) }
}
