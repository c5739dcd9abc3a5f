#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import VVSIHost

extension File {
  /// How much of a file is in memory while it is copied.
  private static let pieceBytes = 1 << 16

  /// Copies a regular file, and shows what is copied.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - destination: Where the copy goes; what is there is overwritten.
  ///   - mode: The copy's mode.
  ///   - see: Is shown the content in pieces, all but the last of the same length.
  /// - Throws: ``PluginError`` `.missing`, `.unreadable` or `.unwritable`, with the system's reason.
  static func copy(
    _ path: String, to destination: String, mode: mode_t, see: (UnsafeRawBufferPointer) -> Void
  ) throws(PluginError) {
    let source = try openRegular(path).descriptor
    defer { close(source) }
    let copy = open(destination, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard copy >= 0 else { throw .unwritable(path: destination, reason: systemMessage()) }
    defer { close(copy) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 64)
    defer { buffer.deallocate() }
    while true {
      let count = fill(buffer, from: source)
      guard count >= 0 else { throw .unreadable(path: path, reason: systemMessage()) }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      see(piece)
      guard write(piece, to: copy) else {
        throw .unwritable(path: destination, reason: systemMessage())
      }
      if count < buffer.count { return }
    }
  }

  /// Some bytes in the middle of a file; fewer or none beyond its end, or if it cannot be read.
  static func read(_ path: String, at offset: Int, count: Int) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
  }

  /// Reads until the buffer is full or the file at its end; less than 0 on an error.
  private static func fill(_ buffer: UnsafeMutableRawBufferPointer, from source: Int32) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = systemRead(
        source, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return count }
      if count == 0 { break }
      filled += count
    }
    return filled
  }
}
