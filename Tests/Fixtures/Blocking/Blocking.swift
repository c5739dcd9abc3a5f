import Dispatch
import VVSI

struct Total: StateProtocol {
  var value = 0
}

enum BlockingAction: ActionProtocol {
  case block
  case add
  case release
  case takeThePools
  case never
}

/// Blocks a thread in a task, which code should not do but some does.
final class Blocking: ViewStateInteractorProtocol {
  typealias S = Total
  typealias A = BlockingAction
  typealias N = Never

  let notifications = PassthroughSubject<Never, Never>()
  private let gate = DispatchSemaphore(value: 0)

  func execute(
    _ state: @escaping CurrentState<S>, _ action: A, _ updater: @escaping StateUpdater<S>
  ) {
    Task { [gate] in
      switch action {
      case .block:
        block(gate)
        await updater { $0.value += 10 }
      case .add: await updater { $0.value += 1 }
      case .release: gate.signal()
      case .takeThePools:
        takeThePools()
        await updater { $0.value += 100 }
      case .never:
        await updater { $0.value += 1_000 }
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
  }
}

private func block(_ gate: DispatchSemaphore) {
  gate.wait()
}

/// Blocks all threads that Swift and Dispatch have for a process.
private func takeThePools() {
  let gate = DispatchSemaphore(value: 0)
  for number in 0..<300 {
    Task.detached { block(gate) }
    DispatchQueue.global().async { block(gate) }
    DispatchQueue(label: "blocking.\(number)").async { block(gate) }
  }
}

/// What the host calls first.
@_cdecl("vvsi_main")
public func main(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
  Plugin.main(host, [Feature("blocking", state: Total()) { Blocking() }])
}
