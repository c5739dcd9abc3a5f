import CSpawn

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One frame of a crash, as the C library writes it: `PATH(NAME+0xOFFSET)[0xADDRESS]`, without a name for what the library
/// does not export.
struct CrashFrame {
  private let library: String
  private let name: String
  private let offset: String

  /// Nil for a line that is written otherwise.
  init?(_ line: String) {
    guard let open = line.lastIndex(of: "("), let close = line[open...].firstIndex(of: ")"),
      let plus = line[open..<close].lastIndex(of: "+")
    else { return nil }
    library = String(line[..<open])
    name = String(line[line.index(after: open)..<plus])
    offset = String(line[line.index(after: plus)..<close])
  }

  /// The frames in words, without those of the SDK between the plugin's code and the host's.
  static func words(_ lines: [String]) -> [String] {
    lines.compactMap { line in
      guard let frame = CrashFrame(line) else { return line }
      return frame.words
    }
  }

  /// How names of the SDK's begin.
  private static let sdk = "$s4VVSI"

  /// Nil if it is the SDK's.
  private var words: String? {
    let file =
      library.lastIndex(of: "/").map { library[library.index(after: $0)...] } ?? library[...]
    guard let (name, distance) = name.isEmpty ? find() : (name, offset) else {
      return "\(file) + \(offset)"
    }
    guard !name.hasPrefix(Self.sdk) else { return nil }
    return "\(Self.demangled(name)) + \(distance) in \(file)"
  }

  private func find() -> (name: String, distance: String)? {
    guard let offset = UInt64(offset.dropFirst(2), radix: 16) else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { buffer in
      var distance: UInt64 = 0
      guard let start = buffer.baseAddress,
        symbols_find(library, offset, start, buffer.count, &distance) != 0
      else { return nil }
      return (String(cString: start), "0x" + String(distance, radix: 16))
    }
  }

  private static func demangled(_ name: String) -> String {
    guard let text = symbols_demangled(name) else { return name }
    defer { free(text) }
    return String(cString: text)
  }
}
