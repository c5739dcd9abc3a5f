import Testing

@testable import VVSIHost

@Suite struct CallThreadsTests {
  @Test func callsThatDoNotReturnHoldUpNoOther() {
    let threads = CallThreads(count: 2, rest: 60)
    let gate = Awaited(false)
    let ended = Awaited(0)
    for _ in 0..<300 {
      threads.run {
        gate.wait { $0 ? () : nil }
        ended.change { $0 += 1 }
      }
    }
    let isReached = Awaited(false)
    threads.run { isReached.change { $0 = true } }
    isReached.wait { $0 ? () : nil }
    #expect(ended.withLock { $0 } == 0)
    gate.change { $0 = true }
    ended.wait { $0 == 300 ? () : nil }
  }

  @Test func threadsThatAreNotNeededAnyMoreEnd() async throws {
    let threads = CallThreads(count: 2, rest: 0.01)
    let gate = Awaited(false)
    let begun = Awaited(0)
    for _ in 0..<20 {
      threads.run {
        begun.change { $0 += 1 }
        gate.wait { $0 ? () : nil }
      }
    }
    begun.wait { $0 == 20 ? () : nil }
    #expect(threads.threadCount >= 20)
    gate.change { $0 = true }
    while threads.threadCount > 2 { try await Task.sleep(for: .milliseconds(5)) }
    let isReached = Awaited(false)
    threads.run { isReached.change { $0 = true } }
    isReached.wait { $0 ? () : nil }
  }

  @Test func losesNoCallThatManyThreadsMake() {
    let threads = CallThreads(count: 3, rest: 0.001)
    let count = Awaited(0)
    for _ in 0..<8 {
      threads.run {
        for _ in 0..<1_000 { threads.run { count.change { $0 += 1 } } }
      }
    }
    count.wait { $0 == 8_000 ? () : nil }
  }
}
