#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A short name for folders as they are, made without reading a file: it changes whenever one in them is written, replaced,
/// added, renamed or removed.
///
/// Made at every start, so it asks the system for each file only once and makes no text of anything.
struct TreeStamp {
  /// Of all files, in whatever order the system names them.
  private var sum: UInt64 = 0
  /// When the latest change was made, in seconds since 1970.
  private(set) var latest = 0

  /// How deep folders are looked into.
  private static let depth = 32

  /// Looks at folders; nil where stamps do not tell: a folder is missing, or a link leads to another one.
  init?(of folders: [String]) {
    for (index, folder) in folders.enumerated() {
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0, add(descriptor, Self.mix(Self.start, UInt64(index)), depth: 0) else {
        return nil
      }
    }
  }

  /// Looks at one file; nil if there is none.
  init?(ofFile path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    add(status, Self.start)
  }

  /// The name.
  var text: String { String(sum, radix: 36) }

  /// Takes all that is in a folder and not hidden, and closes it.
  private mutating func add(_ folder: Int32, _ above: UInt64, depth: Int) -> Bool {
    guard let stream = fdopendir(folder) else {
      close(folder)
      return false
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let isKnown = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          name[0] == CChar(bitPattern: UInt8(ascii: "."))
            || add(name, in: folder, Self.mix(above, name), depth: depth)
        }
      }
      guard isKnown else { return false }
    }
    return true
  }

  private mutating func add(
    _ name: UnsafePointer<CChar>, in folder: Int32, _ place: UInt64, depth: Int
  ) -> Bool {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, fstatat(folder, name, &status, 0) != 0 { return true }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      add(status, place)
      return true
    }
    if SourceTree.ignoredFolders.contains(String(cString: name)) { return true }
    guard !isLink, depth < Self.depth else { return false }
    let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return descriptor >= 0 && add(descriptor, place, depth: depth + 1)
  }

  private mutating func add(_ status: stat, _ place: UInt64) {
    #if canImport(Darwin)
      let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (written, changed) = (status.st_mtim, status.st_ctim)
    #endif
    latest = max(latest, changed.tv_sec)
    let words = [
      Int(status.st_dev), Int(status.st_ino), Int(status.st_size), written.tv_sec, written.tv_nsec,
      changed.tv_sec, changed.tv_nsec,
    ]
    sum &+= words.reduce(place) { Self.mix($0, UInt64(truncatingIfNeeded: $1)) }
  }

  private static let start: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low &+ start
  }

  private static func mix(_ hash: UInt64, _ name: UnsafePointer<CChar>) -> UInt64 {
    var hash = hash
    var next = name
    while next.pointee != 0 {
      hash = mix(hash, UInt64(UInt8(bitPattern: next.pointee)))
      next += 1
    }
    return mix(hash, 0)
  }
}
