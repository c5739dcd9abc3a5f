import Foundation
import Testing
import VVSIHost

@testable import VVSIWorkers

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What waits for a peer is bounded, and nobody waits for one that is gone.
@Suite struct OutboxTests {
  private static let frame = [UInt8](repeating: 7, count: 1 << 20)
  private static let threads = 4

  private let ends: (near: Int32, far: Int32)

  init() throws {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    self.ends = (ends[0], ends[1])
  }

  /// Posts frames from several threads.
  private func post(_ count: Int, to outbox: Outbox) -> DispatchGroup {
    let group = DispatchGroup()
    for _ in 0..<Self.threads {
      DispatchQueue(label: "plugin").async(group: group) {
        for _ in 0..<count { outbox.post { $0.text(Self.frame) } }
      }
    }
    return group
  }

  @Test func whoSendsFasterThanThePeerReadsWaitsAndNothingIsLost() {
    let outbox = Outbox(socket: ends.near)
    let group = post(30, to: outbox)
    let expected = Self.threads * 30 * (Self.frame.count + 4)
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var (received, most) = (0, 0)
    while received < expected {
      most = max(most, outbox.hold { _ in })
      let count = read(ends.far, &buffer, buffer.count)
      guard count > 0 else { break }
      received += count
    }
    #expect(received == expected)
    #expect(group.wait(timeout: .now() + 240) == .success)
    #expect(most <= Outbox.limit + Self.threads * (Self.frame.count + 4))
    outbox.end()
    close(ends.near)
    close(ends.far)
  }

  @Test(arguments: [true, false])
  func whoWaitsForRoomGoesOnWhenThePeerIsGone(_ isPeersEnd: Bool) {
    let outbox = Outbox(socket: ends.near)
    let group = post(1_000, to: outbox)
    while outbox.hold({ _ in }) <= Outbox.limit { usleep(100) }
    if isPeersEnd {
      close(ends.far)
    } else {
      outbox.close()
      shutdown(ends.near, Int32(SHUT_RDWR))
    }
    #expect(group.wait(timeout: .now() + 240) == .success)
    outbox.end()
    #expect(outbox.hold { $0.text("more") } == 0)
    close(ends.near)
    if !isPeersEnd { close(ends.far) }
  }
}
