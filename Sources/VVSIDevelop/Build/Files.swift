#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The operating system's files and folders, by path.
enum Files {
  /// What is at a path, symbolic links followed.
  struct Status {
    let isFolder: Bool
    let size: Int
    /// Device and inode: equal for one file under two names.
    let identity: String
    /// Changes whenever the file is replaced or written.
    let stamp: String
    let modified: Int
  }

  static func status(_ path: String) throws(SystemError) -> Status {
    var info = stat()
    guard stat(path, &info) == 0 else { throw .last }
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    let identity = "\(info.st_dev):\(info.st_ino)"
    return Status(
      isFolder: info.st_mode & S_IFMT == S_IFDIR, size: Int(info.st_size), identity: identity,
      stamp: "\(identity):\(info.st_size):\(time.tv_sec).\(time.tv_nsec)", modified: time.tv_sec)
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether a name is there, be it a link that leads nowhere.
  static func isThere(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  static func isExecutable(_ path: String) -> Bool {
    guard let status = try? status(path), !status.isFolder else { return false }
    return access(path, X_OK) == 0
  }

  /// The names in a folder, sorted by their bytes, without `.` and `..`.
  static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: UInt8.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw .last }
    var bytes = [UInt8](repeating: 0, count: max(Int(info.st_size), 0) + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
      let room = bytes.count - count
      let got = bytes.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map { Glue.read(file, $0 + count, room) } ?? 0
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .last }
      if got == 0 { break }
      count += got
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var start = 0
    while start < bytes.count {
      let put = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { Glue.write(file, $0 + start, bytes.count - start) } ?? 0
      }
      if put < 0, errno == EINTR { continue }
      guard put >= 0 else { throw .last }
      start += put
    }
  }

  /// Makes a folder and those above it where they are missing.
  static func makeFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let parent = Path.parent(path) else { throw .last }
    try makeFolder(parent)
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .last }
  }

  /// Moves a file or folder; replaces a file that is there, and refuses a folder that is there.
  static func move(_ path: String, to destination: String) throws(SystemError) {
    guard rename(path, destination) == 0 else { throw .last }
  }

  /// Removes a file, or a folder with all that it holds; what cannot be removed stays.
  static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    for name in (try? names(in: path)) ?? [] { remove(path + "/" + name) }
    rmdir(path)
  }

  /// Sets the time of the last change to now.
  static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, 0) }

  /// The absolute path without symbolic links.
  static func resolve(_ path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw .last }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// The system's functions under names that ``Files`` does not hide.
private enum Glue {
  static func read(_ file: Int32, _ to: UnsafeMutableRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(file, to, count)
    #elseif canImport(Musl)
      Musl.read(file, to, count)
    #else
      Darwin.read(file, to, count)
    #endif
  }

  static func write(_ file: Int32, _ from: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, from, count)
    #elseif canImport(Musl)
      Musl.write(file, from, count)
    #else
      Darwin.write(file, from, count)
    #endif
  }
}
