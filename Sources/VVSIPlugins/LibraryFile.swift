import VVSIHost

/// Looks at a dynamic library before the system's loader does.
///
/// The loader trusts what it maps: a file that was cut off ends the process with SIGBUS, and one for another machine
/// yields a message that names neither side. So the format, the machine and the extent of every loadable segment are
/// checked here first.
struct LibraryFile {
  let path: String
  let bytes: [UInt8]

  /// Reads the file.
  ///
  /// - Throws: ``PluginError`` if it cannot be read, or is no library that this process could load.
  init(_ path: String) throws(PluginError) {
    guard let kind = File.kind(of: path) else { throw .missing(path: path, near: File.near(path)) }
    guard kind == .file else {
      throw .notALibrary(path: path, found: kind == .folder ? "a folder" : "a special file")
    }
    self.path = path
    bytes = try File.read(path)
    try check()
  }

  private func check() throws(PluginError) {
    guard !bytes.isEmpty else { throw .notALibrary(path: path, found: "an empty file") }
    #if canImport(Darwin)
      try checkMachO()
    #else
      try checkELF()
    #endif
  }

  /// What a file that is no library is, in a few words.
  func kindInWords() -> String {
    let magics: [([UInt8], String)] = [
      ([0x7F, 0x45, 0x4C, 0x46], "an ELF file"),
      ([0xCF, 0xFA, 0xED, 0xFE], "a Mach-O file"),
      ([0xCA, 0xFE, 0xBA, 0xBE], "a universal Mach-O file"),
      ([0x4D, 0x5A], "a Windows file"),
      ([0x21, 0x3C, 0x61, 0x72, 0x63, 0x68, 0x3E], "a static archive"),
      ([0x23, 0x21], "a script"),
    ]
    if let (_, words) = magics.first(where: { bytes.starts(with: $0.0) }) { return words }
    return bytes.prefix(512).allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }
      ? "a text file" : "a file of another kind"
  }

  /// A little-endian number inside the file; nil beyond its end.
  func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    let size = MemoryLayout<Number>.size
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    return bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }
}
