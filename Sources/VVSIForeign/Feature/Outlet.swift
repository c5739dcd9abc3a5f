import VVSIHost

/// Where the callbacks of one instance are told, from any thread, until the instance is closed.
final class Outlet: Sendable {
  private struct State {
    var report: Reporter?
    var ticket: Ticket?
    var hasComplained = false
  }

  private let state: Guarded<State>
  private let complain: @Sendable (String) -> Void

  /// Makes an outlet; `complain` is told of the first callback that comes too late.
  init(report: @escaping Reporter, complain: @escaping @Sendable (String) -> Void) {
    state = Guarded(State(report: report))
    self.complain = complain
  }

  /// Names the action under way, or none.
  func setTicket(_ ticket: Ticket?) {
    state.withLock { $0.ticket = ticket }
  }

  /// Sends a notification of a callback.
  func notify(_ text: [UInt8], of callback: String) {
    let isFirstLate = state.withLock { state in
      guard let report = state.report else {
        defer { state.hasComplained = true }
        return !state.hasComplained
      }
      report(.notified(state.ticket, notification: text))
      return false
    }
    guard isFirstLate else { return }
    complain(
      "C called '\(callback)' after its instance was closed; this and what follows is not told")
  }

  /// Whether the instance is still open.
  var isOpen: Bool { state.withLock { $0.report != nil } }

  /// Nothing is reported after this returns.
  func close() {
    state.withLock { $0.report = nil }
  }
}
