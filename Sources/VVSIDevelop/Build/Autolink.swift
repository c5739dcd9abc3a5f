/// The linker flags that the Swift compiler leaves in an object file for its driver.
enum Autolink {
  /// The flags in an ELF object's section `.swift1_autolink_entries`; none in any other file.
  static func flags(of object: [UInt8]) -> [String] {
    object.withUnsafeBytes { bytes in
      guard bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]),
        let table = number(bytes, 40, as: UInt64.self),
        let size = number(bytes, 58, as: UInt16.self),
        let count = number(bytes, 60, as: UInt16.self),
        let names = number(bytes, 62, as: UInt16.self),
        let namesStart = number(bytes, table + names * size + 24, as: UInt64.self)
      else { return [] }
      var flags: [String] = []
      for index in 0..<count {
        let header = table + index * size
        guard let name = number(bytes, header, as: UInt32.self),
          text(bytes, at: namesStart + name) == ".swift1_autolink_entries",
          let start = number(bytes, header + 24, as: UInt64.self),
          let length = number(bytes, header + 32, as: UInt64.self),
          start + length <= bytes.count
        else { continue }
        flags += bytes[start..<(start + length)].split(separator: 0)
          .map { String(decoding: $0, as: UTF8.self) }
      }
      return flags
    }
  }

  private static func number<Word: FixedWidthInteger>(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, as type: Word.Type
  ) -> Int? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<Word>.size else { return nil }
    let word = Word(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Word.self))
    // Nothing in a file is farther away than this; sums of such numbers do not overflow.
    return Int(exactly: word).flatMap { $0 < 1 << 48 ? $0 : nil }
  }

  private static func text(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> String? {
    guard offset >= 0, offset < bytes.count else { return nil }
    return String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
