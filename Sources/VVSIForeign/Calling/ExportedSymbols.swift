import CFFI
import VVSIHost
import VVSIPlugins

/// The names that a loaded library exports, read from its file.
///
/// Only ELF is read; elsewhere messages name no symbols that are near a missing one.
enum ExportedSymbols {
  /// The names; none where the file or its format is not known.
  static func names(of library: LoadedLibrary) -> [String] { file(of: library)?.names ?? [] }

  /// What the library says that it is called; nil where it does not say.
  static func libraryName(of library: LoadedLibrary) -> String? { file(of: library)?.libraryName }

  private static func file(of library: LoadedLibrary) -> ELF? {
    guard let path = cffi_library_path(library.handle).map({ String(cString: $0) }),
      let bytes = try? File.read(path), bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2])
    else { return nil }
    return ELF(bytes)
  }

  /// A 64-bit ELF file, as the System V ABI lays it out.
  private struct ELF {
    private let bytes: [UInt8]

    private static let dynamicSymbols = 11
    private static let dynamicEntries = 6
    private static let libraryNameTag = 14

    /// Where something lies in the file, and where the strings that it names do.
    private struct Section {
      let start: Int
      let size: Int
      let strings: Int
    }

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    private func number<N: FixedWidthInteger>(_: N.Type, _ offset: Int) -> Int {
      guard offset >= 0, offset <= bytes.count - MemoryLayout<N>.size else { return 0 }
      let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: N.self) }
      return Int(truncatingIfNeeded: N(littleEndian: value))
    }

    private func section(_ type: Int) -> Section? {
      let first = number(UInt64.self, 40)
      let size = number(UInt16.self, 58)
      for index in 0..<number(UInt16.self, 60) {
        let section = first &+ index * size
        guard number(UInt32.self, section &+ 4) == type else { continue }
        let strings = first &+ number(UInt32.self, section &+ 40) * size
        let (start, length) = (
          number(UInt64.self, section &+ 24), number(UInt64.self, section &+ 32)
        )
        guard start >= 0, length >= 0, start <= bytes.count, length <= bytes.count - start else {
          return nil
        }
        return Section(start: start, size: length, strings: number(UInt64.self, strings &+ 24))
      }
      return nil
    }

    var names: [String] {
      guard let section = section(Self.dynamicSymbols) else { return [] }
      let end = section.start + section.size
      return stride(from: section.start, to: end - 23, by: 24).compactMap { symbol in
        let isDefined = number(UInt16.self, symbol + 6) != 0
        return isDefined ? string(at: section.strings &+ number(UInt32.self, symbol)) : nil
      }
    }

    var libraryName: String? {
      guard let section = section(Self.dynamicEntries) else { return nil }
      let end = section.start + section.size
      let entry = stride(from: section.start, to: end - 15, by: 16).first {
        number(UInt64.self, $0) == Self.libraryNameTag
      }
      return entry.flatMap { string(at: section.strings &+ number(UInt64.self, $0 + 8)) }
    }

    private func string(at offset: Int) -> String? {
      guard offset >= 0, offset < bytes.count else { return nil }
      let text = String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
      return text.isEmpty ? nil : text
    }
  }
}
