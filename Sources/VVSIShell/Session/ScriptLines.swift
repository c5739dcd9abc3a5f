import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Lines of a file or a pipe.
///
/// It waits for bytes on a thread of its own.
actor ScriptLines: LineSource {
  private let executor = HostExecutor(label: "vvsi.lines")
  private let path: String
  private var isToBeOpened = false
  private var descriptor: Int32?
  private var splitter: LineSplitter

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Lines of a file, which is opened when the first line is asked for; `-` is standard input.
  init(path: String, limit: Int) {
    self.path = path
    splitter = LineSplitter(limit: limit)
    if path == "-" {
      descriptor = STDIN_FILENO
    } else {
      isToBeOpened = true
    }
  }

  func next() -> LineInput {
    if isToBeOpened, let failure = open() { return failure }
    while true {
      if let input = splitter.next() { return input }
      if let failure = read() { return failure }
    }
  }

  /// What to say if the file cannot be opened.
  private func open() -> LineInput? {
    isToBeOpened = false
    let opened = systemOpen(path)
    guard opened >= 0 else { return failure(errno) }
    descriptor = opened
    return nil
  }

  /// Takes more bytes, or the end; what to say if that fails.
  private func read() -> LineInput? {
    guard let descriptor else {
      splitter.finish()
      return nil
    }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      (count, code) = systemRead(descriptor, buffer)
    }
    splitter.append(bytes)
    if bytes.isEmpty { self.descriptor = nil }
    return code == 0 ? nil : failure(code)
  }

  private func failure(_ code: Int32) -> LineInput {
    .unreadable(.unreadableFile(path: path, reason: String(cString: strerror(code))))
  }
}

private func systemOpen(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }

/// How many bytes were read, and the system's reason if that failed.
private func systemRead(
  _ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>
) -> (Int, Int32) {
  while true {
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count >= 0 { return (count, 0) }
    switch errno {
    case EINTR: continue
    case EAGAIN:
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, -1)
    default: return (0, errno)
    }
  }
}
