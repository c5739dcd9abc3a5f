import Dispatch
import Synchronization
import VVSI

/// What the published form costs without any host: the interactor of `Fixtures/Redux`, its own `Task` and
/// `await updater` included, with a decoder before it, and behind it a lock and an encoder, and nothing else.
///
/// Prints nanoseconds an action, as `vvsi bench --beside` reads them. Pass the number of actions.
@main
enum TaskBenchmark {
  /// As many actions are under way at most as in `vvsi bench`.
  private static let window = 256

  static func main() throws {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 300_000
    let queue = DispatchQueue(label: "task-benchmark")
    _ = try queue.sync { try nanoseconds(2_000) }
    let result = try queue.sync { try nanoseconds(max(1, count)) }
    print("\(Int(result.rounded())) ns an action, its task on the pool of threads")
  }

  private static func nanoseconds(_ count: Int) throws -> Double {
    let (decoder, interactor, keeper) = (JSONTextDecoder(), PublishedRedux(), Keeper())
    let texts = [#"{"add":{}}"#, #"{"remove":{}}"#].map { Array($0.utf8) }
    let clock = ContinuousClock()
    let began = clock.now
    for number in 0..<count {
      let action = try decoder.decode(ReduxAction.self, from: texts[number % texts.count])
      let end = End(keeper)
      interactor.execute(
        {
          _ = end
          return keeper.current
        }, action,
        { change in
          _ = end
          keeper.update(change)
        })
      if number - keeper.settled > window { keeper.wait(until: number - window / 2) }
    }
    keeper.wait(until: count)
    return (clock.now - began) / .nanoseconds(count)
  }
}

/// Tells when an action's last closure is gone.
private final class End: Sendable {
  private let keeper: Keeper

  init(_ keeper: Keeper) {
    self.keeper = keeper
  }

  deinit {
    keeper.settle()
  }
}

/// Keeps the state and writes it down after each change.
private final class Keeper: Sendable {
  private struct Kept {
    var state = ReduxState()
    var text: [UInt8] = []
  }

  private let encoder = JSONTextEncoder()
  private let kept = Mutex(Kept())
  private let settledCount = Atomic(0)
  private let awaited = Atomic(Int.max)
  private let bell = DispatchSemaphore(value: 0)

  var current: ReduxState { kept.withLock { $0.state } }
  var settled: Int { settledCount.load(ordering: .acquiring) }

  func update(_ change: (inout ReduxState) -> Void) {
    kept.withLock { kept in
      change(&kept.state)
      kept.text = (try? encoder.encode(kept.state)) ?? []
    }
  }

  func settle() {
    let count = settledCount.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
    if count == awaited.load(ordering: .sequentiallyConsistent) { bell.signal() }
  }

  func wait(until count: Int) {
    awaited.store(count, ordering: .sequentiallyConsistent)
    while settledCount.load(ordering: .sequentiallyConsistent) < count { bell.wait() }
  }
}
