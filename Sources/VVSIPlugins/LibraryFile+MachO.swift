#if canImport(Darwin)
  import VVSIHost

  extension LibraryFile {
    private static let magic: UInt32 = 0xFEED_FACF
    private static let universal: UInt32 = 0xBEBA_FECA
    private static let dynamicLibrary: UInt32 = 6
    private static let bundle: UInt32 = 8
    private static let segment64: UInt32 = 0x19
    private static let headerSize = 32

    /// The Mach-O processor that this process runs on.
    private static var processor: UInt32 {
      #if arch(arm64)
        0x0100_000C
      #else
        0x0100_0007
      #endif
    }

    func checkMachO() throws(PluginError) {
      let start = try slice()
      guard let magic = number(UInt32.self, at: start), magic == Self.magic else {
        throw .notALibrary(path: path, found: kindInWords())
      }
      guard let processor = number(UInt32.self, at: start + 4),
        let type = number(UInt32.self, at: start + 12),
        let count = number(UInt32.self, at: start + 16)
      else { throw .cutOff(path: path, expected: start + Self.headerSize, found: size) }
      guard processor == Self.processor else {
        throw .wrongMachine(
          path: path, expected: "processor \(Self.processor)", found: "processor \(processor)")
      }
      guard type == Self.dynamicLibrary || type == Self.bundle else {
        throw .notALibrary(path: path, found: "a Mach-O file of type \(type)")
      }
      try checkCommands(count, from: start + Self.headerSize, slice: start)
    }

    /// Where this machine's part of a universal file begins; 0 for a plain file.
    private func slice() throws(PluginError) -> Int {
      guard number(UInt32.self, at: 0) == Self.universal else { return 0 }
      let count = number(UInt32.self, at: 4).map { Int($0.byteSwapped) } ?? 0
      for index in 0..<min(count, 64) {
        let entry = 8 + index * 20
        guard let processor = number(UInt32.self, at: entry),
          let offset = number(UInt32.self, at: entry + 8)
        else { break }
        if processor.byteSwapped == Self.processor { return Int(offset.byteSwapped) }
      }
      throw .wrongMachine(
        path: path, expected: "processor \(Self.processor)", found: "a file for others")
    }

    private func checkCommands(
      _ count: UInt32, from first: Int, slice: Int
    ) throws(PluginError) {
      var command = first
      for _ in 0..<count {
        guard let kind = number(UInt32.self, at: command),
          let size = number(UInt32.self, at: command + 4), size >= 8
        else { throw .cutOff(path: path, expected: command + 8, found: self.size) }
        if kind == Self.segment64,
          let offset = number(UInt64.self, at: command + 40),
          let length = number(UInt64.self, at: command + 48)
        {
          let (end, overflow) = offset.addingReportingOverflow(length)
          guard !overflow, end <= UInt64(self.size - slice) else {
            throw .cutOff(path: path, expected: Int(clamping: end) + slice, found: self.size)
          }
        }
        command += Int(size)
      }
    }
  }
#endif
