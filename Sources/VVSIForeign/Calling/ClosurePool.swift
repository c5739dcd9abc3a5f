import VVSIHost

/// The closures of one callback of an action, for all instances.
///
/// C may call a closure long after its instance is closed, so that its memory is never given back. It waits here instead,
/// bound to nothing, while at least ``rest`` others are retired after it; only then another instance is given it. Memory
/// stays flat, a call to it is always a call to a function of the right type, and one that comes too late is told as that
/// unless it is later than all of these.
final class ClosurePool: Sendable {
  /// How many closures are left alone before the oldest of them is bound again.
  static let rest = 256

  let type: CallbackType
  private let interface: CallInterface
  private let complain: @Sendable (String) -> Void
  private let state = Guarded<State>(State())

  private struct State {
    /// The longest retired one first.
    var retired: [Closure] = []
    var made = 0
  }

  /// Makes a pool; `complain` is told of calls that come too late.
  init(
    _ type: CallbackType, _ interface: CallInterface,
    complain: @escaping @Sendable (String) -> Void
  ) {
    self.type = type
    self.interface = interface
    self.complain = complain
  }

  /// How many closures there are.
  var made: Int { state.withLock { $0.made } }

  /// A closure that tells its calls to `outlet`; nil if the system gives no memory that can be run.
  func take(for outlet: Outlet) -> Closure? {
    let rested = state.withLock { state in
      state.retired.count > Self.rest ? state.retired.removeFirst() : nil
    }
    guard let closure = rested ?? make() else { return nil }
    closure.bind(outlet)
    return closure
  }

  /// Takes a closure back from an instance that is closed.
  func retire(_ closure: Closure) {
    closure.bind(nil)
    state.withLock { $0.retired.append(closure) }
  }

  private func make() -> Closure? {
    guard let closure = Closure.make(type, interface, complain: complain) else { return nil }
    state.withLock { $0.made += 1 }
    return closure
  }
}
