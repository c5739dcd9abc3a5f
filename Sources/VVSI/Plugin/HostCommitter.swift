import VVSIJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Sends each new state to the host as bytes, and keeps the bytes that were sent last.
final class HostCommitter<S: Sendable> {
  private let write: @Sendable (S, Codec<S>.Reader) throws -> Void
  private let decode: @Sendable (UnsafeBufferPointer<UInt8>) throws -> S
  private let isSteady: Bool
  private let outlet: HostOutlet
  private var sent: SentBytes

  /// The state as the host knows it.
  ///
  /// Read under the state's lock.
  var committed: [UInt8] { Array(sent.bytes) }

  /// - Throws: What the codec throws if it cannot write `state`.
  init(_ state: S, _ codec: Codec<S>, isSteady: Bool, _ outlet: HostOutlet) throws {
    write = codec.write
    decode = codec.decode
    self.isSteady = isSteady
    self.outlet = outlet
    sent = SentBytes(try codec.encode(state))
  }

  func commit(_ state: inout S, _ ticket: UInt64, _ instance: Instance) -> Bool {
    var isNew = false
    do {
      try write(state) { text in
        isNew = !sent.equal(text) && (isSteady || !isCommitted(text, state))
        guard isNew else { return }
        sent.become(text)
        outlet.commit(ticket, text)
      }
    } catch {
      outlet.fail(ticket, error)
      restore(&state)
    }
    return isNew
  }

  /// Compares by value, where sets and dictionaries are written in no fixed order.
  private func isCommitted(_ text: UnsafeBufferPointer<UInt8>, _ state: S) -> Bool {
    if let before = decodeCommitted(), let areEqual = areEqual(before, state) { return areEqual }
    guard let now = try? JSON(parsing: text), let before = try? JSON(parsing: sent.bytes) else {
      return false
    }
    return now == before
  }

  /// A state that cannot be written, such as one with a NaN in it, gives way to the last one that could.
  private func restore(_ state: inout S) {
    if let before = decodeCommitted() { state = before }
  }

  private func decodeCommitted() -> S? {
    try? decode(sent.bytes)
  }
}

/// Bytes in memory of their own, which an array would have to be asked for whenever they change.
private struct SentBytes: ~Copyable {
  private var memory: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  init(_ bytes: [UInt8]) {
    memory = .allocate(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { become($0) }
  }

  deinit {
    memory.deallocate()
  }

  /// Valid until they change.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory[..<count]) }

  func equal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == count, let start = text.baseAddress, let own = memory.baseAddress else {
      return text.count == count
    }
    return memcmp(own, start, count) == 0
  }

  mutating func become(_ text: UnsafeBufferPointer<UInt8>) {
    if text.count > memory.count {
      memory.deallocate()
      // Twice as much, so that a state that grows a little is not moved every time.
      memory = .allocate(capacity: 2 * text.count)
    }
    count = text.count
    guard let start = text.baseAddress, let own = memory.baseAddress else { return }
    memcpy(own, start, count)
  }
}
