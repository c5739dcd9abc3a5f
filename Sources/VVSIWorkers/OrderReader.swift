import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads a worker's orders and does what they ask for, on the thread that read them: a hop to another would cost more than
/// most actions do.
///
/// A thread that stays in a chore loses its seat to another, which has watched it: orders are read, and the end of the host
/// is noticed, whatever a feature does. An order gets its place among the others before that can happen: a thread may be
/// kept from running at any point, and must not bring an older order when it comes back.
final class OrderReader: @unchecked Sendable {
  private struct Seat {
    /// Rises when another thread takes the seat.
    var holder = 0
    var isBusy = false
    /// How many chores were begun.
    var count: UInt64 = 0
    /// Whether the watching thread waits for the next chore.
    var isParked = false
  }

  /// How long a chore may keep its thread, in microseconds; up to twice that.
  private static let patience: UInt32 = 5_000
  /// After how many looks without a chore the watching thread rests.
  private static let looks = 40

  private let socket: Int32
  private let outbox: Outbox
  private let accept: @Sendable (Order) -> Chore?
  private let seat = Awaited(Seat())
  // Both are reached only by the thread that has the seat.
  private var splitter = FrameSplitter()
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  /// Makes a reader; `accept` gives an order its place among those before it, is soon done whatever a feature does, and
  /// returns what is left to do.
  init(_ socket: Int32, outbox: Outbox, accept: @escaping @Sendable (Order) -> Chore?) {
    self.socket = socket
    self.outbox = outbox
    self.accept = accept
  }

  /// Reads until the host is gone; then `end` is called, on any thread.
  func start(end: @escaping @Sendable () -> Void) {
    watch(end)
    _ = startThread("vvsi.orders") { [self] in read(as: 0, end) }
  }

  private func read(as holder: Int, _ end: @escaping @Sendable () -> Void) {
    do throws(MalformedFrame) {
      repeat {
        while let frame = try splitter.next() {
          guard let chore = accept(try Order(frame)) else { continue }
          begin()
          chore.carryOut()
          guard hasSeat(holder) else { return }
        }
        outbox.release()
      } while receive()
    } catch {}
    end()
  }

  private func receive() -> Bool {
    while true {
      let count = readBytes(socket, buffer)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      outbox.holdBack()
      splitter.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return true
    }
  }

  private func begin() {
    let mustWake = seat.withLock { seat in
      seat.isBusy = true
      seat.count += 1
      defer { seat.isParked = false }
      return seat.isParked
    }
    if mustWake { seat.notify() }
  }

  private func hasSeat(_ holder: Int) -> Bool {
    seat.withLock { seat in
      guard seat.holder == holder else { return false }
      seat.isBusy = false
      return true
    }
  }

  /// Watches the thread that has the seat, and takes its place if it stays in a chore.
  private func watch(_ end: @escaping @Sendable () -> Void) {
    _ = startThread("vvsi.watch") { [self] in
      var seen: UInt64 = 0
      var quiet = 0
      while true {
        usleep(Self.patience)
        if let holder = takeSeat(seen) {
          watch(end)
          outbox.release()
          return read(as: holder, end)
        }
        let count = seat.withLock { $0.count }
        quiet = count == seen ? quiet + 1 : 0
        seen = count
        if quiet > Self.looks { rest(since: seen) }
      }
    }
  }

  private func takeSeat(_ seen: UInt64) -> Int? {
    seat.withLock { seat in
      guard seat.isBusy, seat.count == seen else { return nil }
      seat.isBusy = false
      seat.holder += 1
      return seat.holder
    }
  }

  private func rest(since seen: UInt64) {
    seat.withLock { $0.isParked = $0.count == seen }
    seat.wait { $0.isParked ? nil : () }
  }
}

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
