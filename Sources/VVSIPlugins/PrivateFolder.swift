#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
package import VVSIHost

/// The folder of this process, and nobody else's, that libraries are copied to before they are loaded.
///
/// A library is loaded from a copy under a name that was never used before: the loader returns the old code for a path
/// that it knows, and a file that is overwritten while it is mapped ends the process. Folders of processes that are
/// gone, however they ended, are removed when the next one starts.
package struct PrivateFolder: Sendable {
  /// The folder's path.
  package let path: String

  /// Makes this process's folder in `parent`, and removes those that dead processes left there.
  ///
  /// - Throws: ``PluginError`` `.unreadable` if it cannot be made.
  package init(in parent: String) throws(PluginError) {
    try Self.makePrivate(parent)
    for name in File.names(in: parent) {
      guard let process = pid_t(name.prefix { $0 != "." }), !Self.isAlive(process) else { continue }
      let dead = "\(parent)/\(name)"
      Crashes(in: parent).keep("\(dead)/\(Crashes.file)", of: name)
      File.remove(dead)
    }
    path = try Self.makeUnused(in: parent)
  }

  /// The folder of another process, which removes it.
  package init(of path: String) {
    self.path = path
  }

  /// Copies a library under a name that is used only once.
  func copy(
    _ bytes: [UInt8], plugin: String, generation: Int
  ) throws(PluginError) -> PrivateCopy {
    let content = PrivateCopy.content(of: bytes)
    let copy = "\(path)/\(plugin)-\(generation)-\(content).so"
    try File.write(bytes, to: copy, mode: 0o700)
    return PrivateCopy(path: copy, content: content)
  }

  /// Opens the file that a crash is written to.
  func writeDownCrashes(exitStatus status: Int32, _ wording: CrashWording) {
    let file = open("\(path)/\(Crashes.file)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    if file >= 0 { Crumb.install(file, status: status, wording) }
  }

  /// Removes the folder; for the end of the process.
  package func remove() {
    File.remove(path)
  }

  /// Makes a folder that only this user can look into, or makes sure that it is one.
  private static func makePrivate(_ path: String) throws(PluginError) {
    try File.makeFolder(path)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(path: path, reason: systemMessage()) }
    guard status.st_uid == geteuid() else {
      throw .notTrusted(path: path, culprit: path, .owner(status.st_uid))
    }
    if status.st_mode & 0o777 != 0o700 { chmod(path, 0o700) }
  }

  private static func makeUnused(in parent: String) throws(PluginError) -> String {
    for number in 1..<Int.max {
      let path = "\(parent)/\(getpid()).\(number)"
      if mkdir(path, 0o700) == 0 { return path }
      guard errno == EEXIST else { throw .unreadable(path: path, reason: systemMessage()) }
    }
    throw .unreadable(path: parent, reason: "no name is left")
  }

  private static func isAlive(_ process: pid_t) -> Bool {
    kill(process, 0) == 0 || errno == EPERM
  }
}

/// A copy of a library that nobody else writes to.
package struct PrivateCopy: Sendable {
  /// Where it is.
  package let path: String
  /// A name of what is in it.
  package let content: String

  /// A name of what is in a library.
  package static func content(of bytes: [UInt8]) -> String {
    "\(String(hash(bytes), radix: 16))-\(bytes.count)"
  }

  /// As ``shortHash(_:)``, of four parts side by side, since each step waits for the one before: libraries are large.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { bytes in
      var lanes = SIMD4<UInt64>(repeating: 0xCBF2_9CE4_8422_2325)
      let size = MemoryLayout<SIMD4<UInt64>>.size
      let whole = bytes.count / size * size
      for offset in stride(from: 0, to: whole, by: size) {
        let words = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
        lanes = (lanes ^ words) &* 0x100_0000_01B3
        lanes ^= lanes &>> 32
      }
      let rest = Array(bytes[whole...])
      return withUnsafeBytes(of: lanes) { shortHash(Array($0) + rest) }
    }
  }

  /// How many bytes a library of this name has; nil if it is the name of none.
  static func size(ofContent content: String) -> Int? {
    content.split(separator: "-").last.flatMap { Int($0) }
  }
}

/// A short name for bytes, equal for equal bytes (after FNV-1a, a word at a time).
///
/// No protection against an adversary.
package func shortHash(_ bytes: [UInt8]) -> UInt64 {
  bytes.withUnsafeBytes { bytes in
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var offset = 0
    while offset + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = (hash ^ word) &* 0x100_0000_01B3
      hash ^= hash >> 32
      offset += 8
    }
    for byte in bytes[offset...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
