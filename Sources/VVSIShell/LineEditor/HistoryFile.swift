#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file of history entries, one a line, that several hosts may use at once.
///
/// An entry is added at the end, under a lock, so that none is lost or mixed with another. A line feed within an entry
/// is written as `\n`, a backslash as `\\`.
struct HistoryFile {
  /// A call of the system that failed.
  struct Failure: Error, Equatable {
    var path: String
    var code: Int32
  }

  /// Entries longer than this, in bytes, are not kept.
  private static let longestEntry = 1 << 14
  /// A file longer than this is cut down to the newest entries, at most half of this.
  private static let largestFile = 1 << 18

  let path: String

  /// The entries in the file; none if there is no file.
  func load() throws(Failure) -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 && errno == ENOENT { return [] }
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    return Self.entries(in: try read(descriptor))
  }

  /// Adds an entry; now and then also takes out what is too old or came again.
  func append(_ entry: String) throws(Failure) {
    let line = Self.line(for: entry)
    guard line.count <= Self.longestEntry else { return }
    let (descriptor, isLocked) = try openLocked()
    defer { close(descriptor) }
    try write(line, to: descriptor)
    if isLocked { try cutDown(descriptor) }
  }

  // MARK: - Text

  private static func line(for entry: String) -> [UInt8] {
    var line: [UInt8] = []
    for byte in entry.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): line += Array("\\\\".utf8)
      case UInt8(ascii: "\n"): line += Array("\\n".utf8)
      default: line.append(byte)
      }
    }
    return line + [UInt8(ascii: "\n")]
  }

  private static func entries(in bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { line in
      var entry: [UInt8] = []
      var isEscaped = false
      for byte in line {
        if isEscaped {
          entry.append(byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else {
          entry.append(byte)
        }
      }
      return String(decoding: entry, as: UTF8.self)
    }
  }

  // MARK: - File

  /// Opens and locks the file that has the name; not one that someone replaced while this waited for the lock.
  private func openLocked() throws(Failure) -> (descriptor: Int32, isLocked: Bool) {
    createFolders()
    while true {
      let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw failure() }
      let isLocked = lock(descriptor)
      var opened = stat()
      var named = stat()
      if fstat(descriptor, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino {
        return (descriptor, isLocked)
      }
      close(descriptor)
    }
  }

  /// Waits a little for the lock.
  ///
  /// Without it an entry is added all the same: that is better than to hang.
  private func lock(_ descriptor: Int32) -> Bool {
    for _ in 0..<100 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK else { return false }
      usleep(2000)
    }
    return false
  }

  private func cutDown(_ descriptor: Int32) throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > Self.largestFile else { return }
    var size = 0
    let lines = History(Self.entries(in: try read(descriptor))).entries.map(Self.line(for:))
    let newest = lines.reversed().prefix { line in
      size += line.count
      return size <= Self.largestFile / 2
    }
    try replace(with: newest.reversed().flatMap(\.self))
  }

  private func createFolders() {
    for index in path.indices where path[index] == "/" && index > path.startIndex {
      _ = mkdir(String(path[..<index]), 0o700)
    }
  }

  private func replace(with bytes: [UInt8]) throws(Failure) {
    let temporary = "\(path).\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    try write(bytes, to: descriptor)
    guard rename(temporary, path) == 0 else { throw failure() }
  }

  private func read(_ descriptor: Int32) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(descriptor, &chunk, chunk.count, off_t(bytes.count))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { throw failure() }
      rest = rest.dropFirst(max(0, count))
    }
  }

  private func failure() -> Failure { Failure(path: path, code: errno) }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
