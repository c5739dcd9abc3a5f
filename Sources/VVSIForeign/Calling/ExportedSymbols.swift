import CFFI
import VVSIHost
import VVSIPlugins

/// The names that a loaded library exports, read from its file.
enum ExportedSymbols {
  /// The names; none where the file or its format is not known.
  static func names(of library: LoadedLibrary) -> [String] {
    guard let path = cffi_library_path(library.handle).map({ String(cString: $0) }),
      let bytes = try? File.read(path), bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2])
    else { return [] }
    return ELF(bytes).names
  }

  /// A 64-bit ELF file, as the System V ABI lays it out.
  private struct ELF {
    private let bytes: [UInt8]

    private static let dynamicSymbols = 11

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    private func number<N: FixedWidthInteger>(_: N.Type, _ offset: Int) -> Int {
      guard offset >= 0, offset <= bytes.count - MemoryLayout<N>.size else { return 0 }
      let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: N.self) }
      return Int(truncatingIfNeeded: N(littleEndian: value))
    }

    var names: [String] {
      let first = number(UInt64.self, 40)
      let size = number(UInt16.self, 58)
      for index in 0..<number(UInt16.self, 60) {
        let section = first &+ index * size
        guard number(UInt32.self, section &+ 4) == Self.dynamicSymbols else { continue }
        let strings = first &+ number(UInt32.self, section &+ 40) * size
        return names(
          at: number(UInt64.self, section &+ 24), bytes: number(UInt64.self, section &+ 32),
          strings: number(UInt64.self, strings &+ 24))
      }
      return []
    }

    private func names(at start: Int, bytes size: Int, strings: Int) -> [String] {
      guard start >= 0, size >= 0, start <= bytes.count, size <= bytes.count - start else {
        return []
      }
      return stride(from: start, to: start + size - 23, by: 24).compactMap { symbol in
        let isDefined = number(UInt16.self, symbol + 6) != 0
        return isDefined ? string(at: strings &+ number(UInt32.self, symbol)) : nil
      }
    }

    private func string(at offset: Int) -> String? {
      guard offset >= 0, offset < bytes.count else { return nil }
      let text = String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
      return text.isEmpty ? nil : text
    }
  }
}
