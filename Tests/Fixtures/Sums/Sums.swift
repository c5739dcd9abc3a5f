import VVSI

/// The action that functions of C are compared with.
enum SumsAction: ActionProtocol {
  case add(left: Int32, right: Int32)
}

struct Sum: StateProtocol {
  var sum: Int32 = 0
}

struct Sums: SynchronousInteractorProtocol {
  func execute(
    _ state: inout Sum, _ action: SumsAction, _ effects: Effects<Sum, SumsAction, Never>
  ) {
    switch action {
    case .add(let left, let right): state.sum = left &+ right
    }
  }
}

/// What the host calls first.
@_cdecl("vvsi_main")
public func main(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
  Plugin.main(host, [Feature("sums", state: Sum()) { Sums() }])
}
