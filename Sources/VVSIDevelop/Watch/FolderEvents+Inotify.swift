#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// The kernel's reports about folders.
  ///
  /// Folders are watched and unwatched from any thread, events taken from one.
  final class FolderEvents: Sendable {
    /// Becomes readable when there are events.
    let file: Int32

    init() throws(SystemError) {
      file = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard file >= 0 else { throw .last }
    }

    deinit {
      close(file)
    }

    private static let wanted =
      UInt32(IN_CLOSE_WRITE) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
      | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    /// Watches a folder, not those in it; the same folder gets the same number again.
    func watch(_ folder: String) throws(SystemError) -> Int32 {
      let number = inotify_add_watch(file, folder, Self.wanted)
      guard number >= 0 else { throw .last }
      return number
    }

    func unwatch(_ folder: Int32) {
      inotify_rm_watch(file, folder)
    }

    /// The events that are there now.
    ///
    /// `path` gives the folder of a watch, to look at what came.
    func take(path: (Int32) -> String?) -> [FolderEvent] {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var events: [FolderEvent] = []
      while true {
        let count = read(file, &buffer, buffer.count)
        if count <= 0 { return events }
        buffer.withUnsafeBytes { bytes in
          var offset = 0
          while offset + MemoryLayout<inotify_event>.size <= count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let start = offset + MemoryLayout<inotify_event>.size
            let end = start + Int(event.len)
            let name = String(decoding: bytes[start..<end].prefix { $0 != 0 }, as: UTF8.self)
            if let kind = Self.kind(event.mask, name, path(event.wd)) {
              events.append(FolderEvent(kind: kind, folder: event.wd, name: name))
            }
            offset = end
          }
        }
      }
    }

    private static func kind(_ mask: UInt32, _ name: String, _ folder: String?) -> FolderEvent.Kind?
    {
      func has(_ bits: Int...) -> Bool { bits.contains { mask & UInt32($0) != 0 } }
      if has(Int(IN_Q_OVERFLOW)) { return .lost }
      if has(Int(IN_DELETE_SELF), Int(IN_MOVE_SELF), Int(IN_IGNORED), Int(IN_UNMOUNT)) {
        return .selfGone
      }
      if has(Int(IN_DELETE), Int(IN_MOVED_FROM)) { return .removed }
      if has(Int(IN_ISDIR)) { return .folderCame }
      if has(Int(IN_CLOSE_WRITE), Int(IN_MOVED_TO)) { return .written }
      return folder.flatMap { cameWhole(Path.join($0, name)) }
    }

    /// A new file is reported when its writer closes it; a link has no writer.
    private static func cameWhole(_ path: String) -> FolderEvent.Kind? {
      var info = stat()
      guard lstat(path, &info) == 0 else { return nil }
      let isSymbolic = info.st_mode & S_IFMT == S_IFLNK
      if isSymbolic, (try? Files.status(path))?.isFolder ?? false { return .folderCame }
      return isSymbolic || info.st_nlink > 1 ? .written : nil
    }
  }
#endif
