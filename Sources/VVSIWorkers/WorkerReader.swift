import CSpawn
import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads all that comes from a worker, on a thread of its own, until the process has ended.
struct WorkerReader {
  /// What came.
  enum Event {
    case answer(Answer)
    /// All answers that came at a time were told.
    case pause
    case line(LogLevel, String)
    /// Time has passed: this thread has run for so many seconds, and nothing has come for so many of them.
    case tick(Double, silent: Double)
  }

  private let process: WorkerProcess
  /// How long a tick is, in seconds.
  private let tick: Double
  private var splitter = FrameSplitter()
  private var output: LineReader
  private var errors: LineReader
  private var crash: LineReader
  private var trace: [String] = []
  private var isSocketOpen = true
  private var hasEnded = false
  private var files: [pollfd] = []
  private var pipes: [pollfd]
  /// How long this has run, in seconds, without the time in which the host was stopped.
  private var running = 0.0
  /// Since when, on that clock, nothing has come.
  private var heard = 0.0
  private var crashed: Double?

  init(_ process: WorkerProcess, tick: Double) {
    self.process = process
    self.tick = tick
    output = LineReader(process.ends.output)
    errors = LineReader(process.ends.errors)
    crash = LineReader(process.ends.crash)
    pipes = [process.ends.output, process.ends.errors, process.ends.crash].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
  }

  /// Reads until the process has ended.
  ///
  /// - Returns: Where it crashed, a line for each frame; empty if it did not, or cannot say.
  mutating func run(_ tell: (Event) -> Void) -> [String] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var last = Moment.now.seconds
    while !hasEnded {
      let hasPrinted = wait(until: last + tick)
      receive(buffer, tell)
      if hasPrinted { read(tell) }
      let now = Moment.now.seconds
      guard now >= last + tick else { continue }
      // A host that was stopped, or had no processor, has not asked for a sign of life meanwhile.
      running += min(now - last, 2 * tick)
      last = now
      // A process that hangs in the handler of its crash will not get any further.
      if let crashed, now - crashed > 1 { process.end(by: SIGKILL) }
      tell(.tick(running, silent: running - heard))
    }
    // What it sent before its end is there now.
    receive(buffer, tell)
    read(tell)
    return trace
  }

  /// Returns whether something came through the pipes.
  private mutating func wait(until due: Double) -> Bool {
    files.removeAll(keepingCapacity: true)
    func add(_ descriptor: Int32, _ isOpen: Bool) {
      guard isOpen, descriptor >= 0 else { return }
      files.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    let ends = process.ends
    add(ends.ended, true)
    add(ends.socket, isSocketOpen)
    add(ends.output, !output.isAtEnd)
    add(ends.errors, !errors.isAtEnd)
    add(ends.crash, !crash.isAtEnd)
    let rest = min(3_600, max(0, due - Moment.now.seconds)) * 1_000
    poll(&files, nfds_t(files.count), Int32(rest.rounded(.up)))
    hasEnded = ends.ended < 0 ? !isSocketOpen : files[0].revents != 0
    return files.contains { $0.revents != 0 && $0.fd != ends.socket && $0.fd != ends.ended }
  }

  /// Takes what the socket holds; a peer that does not keep to the form is ended.
  private mutating func receive(
    _ buffer: UnsafeMutableRawBufferPointer, _ tell: (Event) -> Void
  ) {
    while isSocketOpen {
      let count = recv(
        process.ends.socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return }
      guard count > 0 else {
        isSocketOpen = false
        return
      }
      heard = running
      // What the process printed before it sent this is told before this.
      if poll(&pipes, nfds_t(pipes.count), 0) > 0 { read(tell) }
      splitter.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      do throws(MalformedFrame) {
        while let frame = try splitter.next() { tell(.answer(try Answer(frame))) }
      } catch {
        isSocketOpen = false
        let fault = Fault(
          code: "worker_failed", message: "its process sent what is no message and was ended")
        process.end(by: SIGKILL, because: fault)
      }
      tell(.pause)
      if count < buffer.count { return }
    }
  }

  private mutating func read(_ tell: (Event) -> Void) {
    output.read(atMost: 1 << 16) { tell(.line(.information, $0)) }
    errors.read(atMost: 1 << 16) { tell(.line(.warning, $0)) }
    var frames: [String] = []
    crash.read(atMost: 1 << 16) { frames.append($0) }
    trace += frames
    if crashed == nil, !trace.isEmpty { crashed = Moment.now.seconds }
  }
}
