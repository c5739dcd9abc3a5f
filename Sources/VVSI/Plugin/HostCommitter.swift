/// Sends each new state to the host as bytes, and keeps the bytes that were sent last.
final class HostCommitter<S: Sendable>: Committer {
  private let codec: Codec<S>
  private let outlet: HostOutlet
  private var next: [UInt8] = []
  /// The state as the host knows it.
  ///
  /// Read under the state's lock.
  private(set) var committed: [UInt8]

  /// - Throws: What the codec throws if it cannot write `state`.
  init(_ state: S, _ codec: Codec<S>, _ outlet: HostOutlet) throws {
    self.codec = codec
    self.outlet = outlet
    var bytes: [UInt8] = []
    try codec.encode(state, &bytes)
    committed = bytes
  }

  /// - Returns: Whether the state is another one than before.
  @discardableResult
  func commit(_ state: inout S, ticket: UInt64) -> Bool {
    next.removeAll(keepingCapacity: true)
    do {
      try codec.encode(state, &next)
    } catch {
      outlet.fail(ticket, error)
      restore(&state)
      return false
    }
    guard next != committed else { return false }
    swap(&next, &committed)
    outlet.commit(ticket, committed)
    return true
  }

  /// A state that cannot be written, such as one with a NaN in it, gives way to the last one that could.
  private func restore(_ state: inout S) {
    if let last = try? committed.withUnsafeBytes({ try codec.decode($0) }) { state = last }
  }
}
