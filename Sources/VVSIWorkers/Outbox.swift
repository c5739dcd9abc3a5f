import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes frames to a socket, as many at a time as there are.
///
/// Whoever posts a frame that must go writes all that waits; those who post meanwhile only append.
final class Outbox: Sendable {
  fileprivate struct State {
    var waiting = FrameWriter()
    var isWriting = false
    var isClosed = false
    var isHeldBack = false
    /// Whether a thread waits until ``isWriting`` is over.
    var isAwaited = false

    /// Whether whoever has more to send must wait for room.
    var isFull: Bool { isWriting && waiting.bytes.count > Outbox.limit }
  }

  /// How many bytes may wait while another thread sends, before whoever has more to send waits for it.
  static let limit = 16 << 20

  /// How many bytes may wait before they are sent even if more are to come.
  static let batch = 1 << 13

  private let socket: Int32
  private let state = Guarded(State())
  /// Where threads wait that ``State/isAwaited`` tells of.
  private let turn = Awaited(())

  init(socket: Int32) {
    self.socket = socket
  }

  /// Puts a frame behind those that wait, and leaves it there until someone flushes.
  ///
  /// - Returns: How many bytes wait.
  @discardableResult
  func hold(_ write: (inout FrameWriter) -> Void) -> Int {
    state.withLock { state in
      guard !state.isClosed else { return 0 }
      write(&state.waiting)
      return state.waiting.bytes.count
    }
  }

  /// Sends a frame, and all that waits; unless frames are held back, and few.
  func post(_ write: (inout FrameWriter) -> Void) {
    let (mustSend, isFull) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      write(&state.waiting)
      return (!state.isHeldBack || state.waiting.bytes.count > Self.batch, state.isFull)
    }
    guard mustSend else { return }
    flush()
    // The host is slower than this plugin's threads.
    if isFull { wait { $0.isFull } }
  }

  /// From now on frames wait for each other, until ``release()``.
  func holdBack() {
    state.withLock { $0.isHeldBack = true }
  }

  /// Sends what was held back.
  func release() {
    state.withLock { $0.isHeldBack = false }
    flush()
  }

  /// Sends all that waits, unless another thread is at it.
  func flush() {
    var bytes = state.withLock { $0.begin() }
    while let now = bytes {
      send(now)
      bytes = finish { $0.begin() }
    }
  }

  /// Ends a turn of writing, lets those look again who wait for that, and may begin another.
  private func finish<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, isAwaited) = state.withLock { state in
      state.isWriting = false
      defer { state.isAwaited = false }
      return (body(&state), state.isAwaited)
    }
    if isAwaited { turn.change { _ in } }
    return result
  }

  /// Waits as long as something holds that ends with a turn of writing, or with all of them.
  private func wait(while holds: (State) -> Bool) {
    turn.wait { _ in
      state.withLock { state in
        guard holds(state) else { return () }
        state.isAwaited = true
        return nil
      }
    }
  }

  /// Sends a frame if that can be done at once and nothing else waits; never blocks.
  func offer(_ write: (inout FrameWriter) -> Void) {
    let isFree = state.withLock { state in
      guard !state.isClosed, !state.isWriting, state.waiting.isEmpty else { return false }
      state.isWriting = true
      return true
    }
    guard isFree else { return }
    var frame = FrameWriter()
    write(&frame)
    let bytes = frame.take()
    // So few bytes go at once or not at all.
    _ = bytes.withUnsafeBytes { sendBytes(socket, $0, Int32(MSG_DONTWAIT)) }
    let isOwed = finish { !$0.waiting.isEmpty }
    if isOwed { CallThreads.shared.run { [self] in flush() } }
  }

  /// Nothing is sent any more.
  func close() {
    let isAwaited = state.withLock { state in
      state.isClosed = true
      _ = state.waiting.take()
      return state.isAwaited
    }
    if isAwaited { turn.change { _ in } }
  }

  /// Nothing is sent any more, and nobody is at it.
  func end() {
    close()
    wait { $0.isWriting }
  }

  private func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        sendBytes(socket, UnsafeRawBufferPointer(rebasing: buffer[sent...]), 0)
      }
      if count < 0, errno == EINTR { continue }
      // The peer is gone; who reads from it is told.
      guard count > 0 else { return close() }
      sent += count
    }
  }
}

extension Outbox.State {
  fileprivate mutating func begin() -> [UInt8]? {
    guard !isWriting, !waiting.isEmpty else { return nil }
    isWriting = true
    return waiting.take()
  }
}

private func sendBytes(_ socket: Int32, _ buffer: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
  #if canImport(Darwin)
    send(socket, buffer.baseAddress, buffer.count, flags)
  #else
    send(socket, buffer.baseAddress, buffer.count, flags | Int32(MSG_NOSIGNAL))
  #endif
}
