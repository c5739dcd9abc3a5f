package import VVSIHost

/// Looks at a dynamic library before the system's loader does.
///
/// The loader trusts what it maps: a file that was cut off ends the process with SIGBUS, and one for another machine
/// yields a message that names neither side. So the format, the machine and the extent of every loadable segment are
/// checked here first.
package struct LibraryFile {
  /// What to call it in errors.
  let path: String
  /// Its first bytes, with all that is looked at in almost every library.
  let head: [UInt8]
  let size: Int
  private let file: String

  private static let headBytes = 1 << 12

  /// Looks at a file.
  ///
  /// - Throws: ``PluginError`` if it is no library that this process could load.
  package static func check(_ file: String, shownAs path: String) throws(PluginError) {
    try LibraryFile(file, shownAs: path).check()
  }

  /// The whole content of a library that is loaded from where it is.
  ///
  /// - Throws: ``PluginError`` if it is no library that this process could load.
  static func read(_ path: String) throws(PluginError) -> [UInt8] {
    try checkKind(of: path)
    try check(path, shownAs: path)
    return try File.read(path)
  }

  /// Looks whether a path may be a library's.
  ///
  /// - Throws: ``PluginError`` if nothing is there, or no regular file.
  static func checkKind(of path: String) throws(PluginError) {
    guard let kind = File.kind(of: path) else { throw .missing(path: path, near: File.near(path)) }
    guard kind == .file else {
      throw .notALibrary(path: path, found: kind == .folder ? "a folder" : "a special file")
    }
  }

  private init(_ file: String, shownAs path: String) {
    self.file = file
    self.path = path
    size = File.size(of: file) ?? 0
    head = File.read(file, at: 0, count: Self.headBytes)
  }

  private func check() throws(PluginError) {
    guard !head.isEmpty else { throw .notALibrary(path: path, found: "an empty file") }
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
    if let (_, words) = magics.first(where: { head.starts(with: $0.0) }) { return words }
    return head.prefix(512).allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }
      ? "a text file" : "a file of another kind"
  }

  /// A little-endian number inside the file; nil beyond its end.
  func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    let length = MemoryLayout<Number>.size
    guard offset >= 0, offset <= size - length else { return nil }
    // Tools that add to a library may have moved its tables to the end.
    let isInHead = offset <= head.count - length
    let bytes = isInHead ? head : File.read(file, at: offset, count: length)
    guard isInHead || bytes.count == length else { return nil }
    return bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: isInHead ? offset : 0, as: Number.self))
    }
  }
}
