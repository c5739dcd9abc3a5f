import VVSIHost

/// Where the callbacks of one instance are told, from any thread, until the instance is closed.
final class Outlet: Sendable {
  private struct State {
    var report: Reporter?
    var ticket: Ticket?
  }

  private let state: Guarded<State>

  init(report: @escaping Reporter) {
    state = Guarded(State(report: report))
  }

  /// Names the action under way, or none.
  func setTicket(_ ticket: Ticket?) {
    state.withLock { $0.ticket = ticket }
  }

  /// Sends a notification of a callback; false if the instance is closed.
  func notify(_ text: [UInt8]) -> Bool {
    state.withLock { state in
      state.report?(.notified(state.ticket, notification: text))
      return state.report != nil
    }
  }

  /// Whether the instance is still open.
  var isOpen: Bool { state.withLock { $0.report != nil } }

  /// Nothing is reported after this returns.
  func close() {
    state.withLock { $0.report = nil }
  }
}
