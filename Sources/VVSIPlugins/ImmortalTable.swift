import CVVSI

/// A C table that a plugin may look at for as long as the process lives.
struct ImmortalTable<Table>: @unchecked Sendable {
  // Nobody writes to it after it was made.
  let pointer: UnsafePointer<Table>

  init(_ table: Table) {
    let pointer = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    pointer.initialize(to: table)
    self.pointer = UnsafePointer(pointer)
  }
}

extension vvsi_bytes {
  /// The text's bytes, kept for as long as the process lives.
  static func immortal(_ text: String) -> vvsi_bytes {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return vvsi_bytes(data: bytes.baseAddress, count: bytes.count)
  }
}
