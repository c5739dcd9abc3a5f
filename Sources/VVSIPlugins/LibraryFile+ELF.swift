#if !canImport(Darwin)
  import VVSIHost

  extension LibraryFile {
    /// The offsets of the 64-bit ELF header and program header, as the System V ABI lays them out.
    private enum Layout {
      static let type = 16
      static let machine = 18
      static let programHeaders = 32
      static let programHeaderSize = 54
      static let programHeaderCount = 56
      static let headerSize = 64
      static let segmentOffset = 8
      static let segmentFileSize = 32
    }

    private static let loadable: UInt32 = 1
    private static let dynamic: UInt32 = 2
    private static let sharedObject: UInt16 = 3

    /// The ELF machine that this process runs on.
    private static var machine: UInt16 {
      #if arch(x86_64)
        62
      #elseif arch(arm64)
        183
      #elseif arch(riscv64)
        243
      #else
        0
      #endif
    }

    func checkELF() throws(PluginError) {
      guard head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
        throw .notALibrary(path: path, found: kindInWords())
      }
      guard head.count >= Layout.headerSize, let machine = number(UInt16.self, at: Layout.machine),
        let type = number(UInt16.self, at: Layout.type)
      else { throw .cutOff(path: path, expected: Layout.headerSize, found: size) }
      guard head[4] == 2, head[5] == 1, machine == Self.machine else {
        throw .wrongMachine(
          path: path, expected: Self.words(Self.machine, wide: true, little: true),
          found: Self.words(machine, wide: head[4] == 2, little: head[5] == 1))
      }
      guard type == Self.sharedObject else {
        throw .notALibrary(path: path, found: Self.words(type: type))
      }
      try checkSegments()
    }

    private func checkSegments() throws(PluginError) {
      let first = number(UInt64.self, at: Layout.programHeaders) ?? 0
      let size = Int(number(UInt16.self, at: Layout.programHeaderSize) ?? 0)
      let count = Int(number(UInt16.self, at: Layout.programHeaderCount) ?? 0)
      guard let first = Int(exactly: first), count > 0, size >= 56 else {
        throw .notALibrary(path: path, found: "an ELF file without program headers")
      }
      var isDynamic = false
      for index in 0..<count {
        let header = first.addingReportingOverflow(index * size).partialValue
        guard let kind = number(UInt32.self, at: header) else {
          throw .cutOff(path: path, expected: header &+ size, found: self.size)
        }
        if kind == Self.dynamic { isDynamic = true }
        if kind == Self.loadable { try checkExtent(ofSegmentAt: header) }
      }
      guard isDynamic else {
        throw .notALibrary(path: path, found: "an ELF file that is not dynamic")
      }
    }

    private func checkExtent(ofSegmentAt header: Int) throws(PluginError) {
      let offset = number(UInt64.self, at: header + Layout.segmentOffset)
      let size = number(UInt64.self, at: header + Layout.segmentFileSize)
      guard let offset, let size else {
        throw .cutOff(path: path, expected: header + 56, found: self.size)
      }
      let (end, overflow) = offset.addingReportingOverflow(size)
      guard !overflow, end <= UInt64(self.size) else {
        throw .cutOff(path: path, expected: Int(clamping: end), found: self.size)
      }
    }

    private static func words(_ machine: UInt16, wide: Bool, little: Bool) -> String {
      let names: [UInt16: String] = [
        3: "x86", 8: "mips", 20: "ppc", 21: "ppc64", 22: "s390", 40: "arm", 62: "x86_64",
        183: "arm64", 243: "riscv",
      ]
      let name = names[machine] ?? "machine \(machine)"
      let width = wide || machine == 3 || machine == 40 ? "" : ", 32-bit"
      return name + width + (little ? "" : ", big-endian")
    }

    private static func words(type: UInt16) -> String {
      switch type {
      case 1: "an object file that is not linked"
      case 2: "a program"
      case 4: "a core dump"
      default: "an ELF file of type \(type)"
      }
    }
  }
#endif
