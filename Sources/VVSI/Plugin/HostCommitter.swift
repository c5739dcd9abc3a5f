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
  private let codec: Codec<S>
  private let isSteady: Bool
  private let outlet: HostOutlet
  /// The state as the host knows it.
  ///
  /// Read under the state's lock.
  private(set) var committed: [UInt8]

  /// - Throws: What the codec throws if it cannot write `state`.
  init(_ state: S, _ codec: Codec<S>, isSteady: Bool, _ outlet: HostOutlet) throws {
    self.codec = codec
    self.isSteady = isSteady
    self.outlet = outlet
    committed = try codec.encode(state)
  }

  func commit(_ state: inout S, _ ticket: UInt64, _ instance: Instance) -> Bool {
    var isNew = false
    do {
      try codec.write(state) { text in
        isNew = !isCommitted(text) && (isSteady || !isCommitted(text, state))
        guard isNew else { return }
        committed.removeAll(keepingCapacity: true)
        committed.append(contentsOf: text)
        outlet.commit(ticket, text)
      }
    } catch {
      outlet.fail(ticket, error)
      restore(&state)
    }
    return isNew
  }

  private func isCommitted(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == committed.count, let start = text.baseAddress else {
      return text.isEmpty && committed.isEmpty
    }
    return committed.withUnsafeBufferPointer { committed in
      committed.baseAddress.map { memcmp($0, start, text.count) == 0 } ?? false
    }
  }

  /// Compares by value, where sets and dictionaries are written in no fixed order.
  private func isCommitted(_ text: UnsafeBufferPointer<UInt8>, _ state: S) -> Bool {
    if let before = decodeCommitted(), let areEqual = areEqual(before, state) { return areEqual }
    guard let now = try? JSON(parsing: text), let before = try? JSON(parsing: committed) else {
      return false
    }
    return now == before
  }

  /// A state that cannot be written, such as one with a NaN in it, gives way to the last one that could.
  private func restore(_ state: inout S) {
    if let before = decodeCommitted() { state = before }
  }

  private func decodeCommitted() -> S? {
    try? committed.withUnsafeBufferPointer { try codec.decode($0) }
  }
}
