#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#else
  package import Darwin
#endif
package import VVSIHost
import VVSIJSON

/// Whole files, folders and their kinds, without Foundation.
package enum File {
  /// What is at a path.
  package enum Kind: Sendable {
    case file
    case folder
    case other
  }

  /// What is at a path, links followed; nil if nothing is.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// When a file was last written to, in seconds since 1970; nil if there is none.
  package static func modified(_ path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      return status.st_mtimespec.tv_sec
    #else
      return status.st_mtim.tv_sec
    #endif
  }

  /// How many bytes a file has; nil if there is none.
  package static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Whether a path is a folder, and no link to one.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is nothing at a path, not even a link that leads nowhere, or something that cannot be looked at.
  package static func isAbsent(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Whether a path is a link to what is not there.
  package static func isBrokenLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
      && stat(path, &status) != 0
  }

  /// The whole content of a file.
  ///
  /// - Throws: ``PluginError`` `.missing` or `.unreadable`.
  package static func read(_ path: String) throws(PluginError) -> [UInt8] {
    let (descriptor, size) = try openRegular(path)
    defer { close(descriptor) }
    return try readAll(descriptor, expecting: size, path: path)
  }

  /// Opens a regular file to be read, and tells its size.
  ///
  /// - Throws: ``PluginError`` `.missing` or `.unreadable`.
  static func openRegular(
    _ path: String
  ) throws(PluginError) -> (descriptor: Int32, size: Int) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .missing(path: path, near: near(path)) }
      throw .unreadable(path: path, reason: systemMessage())
    }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    guard isKnown, status.st_mode & S_IFMT == S_IFREG else {
      let reason = isKnown ? "it is no regular file" : systemMessage()
      close(descriptor)
      throw .unreadable(path: path, reason: reason)
    }
    return (descriptor, Int(status.st_size))
  }

  /// The first four kilobytes of a file that the system makes when it is read, and that has no size.
  ///
  /// - Throws: ``PluginError`` `.unreadable` with the system's reason.
  package static func readSystemFile(_ path: String) throws(PluginError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: systemMessage()) }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0) }
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  /// Writes a file aside and renames it into place, so that nobody sees half of it.
  ///
  /// - Throws: ``PluginError`` `.unwritable` with the system's reason.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: mode_t = 0o600
  ) throws(PluginError) {
    let aside = "\(path).\(getpid()).new"
    let descriptor = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: systemMessage()) }
    defer { close(descriptor) }
    guard bytes.withUnsafeBytes({ write($0, to: descriptor) }) else {
      let reason = systemMessage()
      unlink(aside)
      throw .unwritable(path: path, reason: reason)
    }
    guard rename(aside, path) == 0 else {
      let reason = systemMessage()
      unlink(aside)
      throw .unwritable(path: path, reason: reason)
    }
  }

  /// Writes all of it; whether that went well, or else `errno` tells why.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
      guard count > 0 || errno == EINTR else { return false }
      written += max(0, count)
    }
    return true
  }

  /// The names in a folder, sorted, without `.` and `..`; empty if it cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes a folder and those above it, for its owner only where they are new.
  ///
  /// - Throws: ``PluginError`` `.unreadable` with the system's reason.
  package static func makeFolder(_ path: String) throws(PluginError) {
    if kind(of: path) == .folder { return }
    let parent = folder(of: path)
    if parent != path, kind(of: parent) != .folder { try makeFolder(parent) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .unreadable(path: path, reason: systemMessage())
    }
  }

  /// Removes a file or a folder with all that is in it; does nothing if it is not there.
  package static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in names(in: path) { remove("\(path)/\(name)") }
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  /// The path without links, `.` and `..`; nil if there is nothing.
  package static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The folder that holds the last part of a path.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    let trimmed = path.last == "/" ? path.dropLast() : path[...]
    return String(trimmed.split(separator: "/").last ?? trimmed)
  }

  /// Names beside `path` that look like it.
  package static func near(_ path: String) -> [String] {
    func stem(_ name: String) -> String {
      String(name.lowercased().prefix { $0 != "." })
    }
    let wanted = stem(name(of: path))
    let candidates = names(in: folder(of: path)).filter { !$0.hasPrefix(".") }
    let similar = candidates.filter { !wanted.isEmpty && stem($0).contains(wanted) }
    guard similar.isEmpty else { return similar }
    return nearest(name(of: path), in: candidates).map { [$0] } ?? []
  }

  private static func readAll(
    _ descriptor: Int32, expecting size: Int, path: String
  ) throws(PluginError) -> [UInt8] {
    // One byte more than expected shows the end without another chunk.
    var size = max(4_096, size + 1)
    var bytes: [UInt8] = []
    while true {
      var count = 0
      let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
        repeat {
          count = systemRead(
            descriptor,
            UnsafeMutableRawBufferPointer(
              rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
          filled += max(0, count)
        } while count > 0 && filled < buffer.count || count < 0 && errno == EINTR
      }
      guard count >= 0 else { throw .unreadable(path: path, reason: systemMessage()) }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if count == 0 { return bytes }
      size = 1 << 20
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(descriptor, buffer.baseAddress, buffer.count)
}

func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
