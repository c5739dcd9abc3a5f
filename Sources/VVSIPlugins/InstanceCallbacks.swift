import CVVSI
import Synchronization
import VVSIHost

/// The host's side of one instance of a library: the functions in `vvsi_instance_host` and what they reach.
///
/// It is never freed, so that a call that comes after the instance's end, from a thread that the plugin forgot, is a
/// counted fault and no crash.
final class InstanceCallbacks: Sendable {
  private let report: Reporter
  private let isChecked: Bool
  /// How long a state may be.
  fileprivate let limit: Int
  private let isClosed = Atomic(false)
  private let faults = Atomic(0)

  init(isChecked: Bool, limit: Int, report: @escaping Reporter) {
    self.isChecked = isChecked
    self.limit = limit
    self.report = report
  }

  /// The C table of these callbacks; it lives as long as the process.
  func table() -> UnsafePointer<vvsi_instance_host> {
    ImmortalTable(
      vvsi_instance_host(
        size: UInt32(MemoryLayout<vvsi_instance_host>.size), reserved: 0,
        context: Unmanaged.passRetained(self).toOpaque(), commit: commit, notify: notify,
        settle: settle, fail: fail, route: route, trigger: trigger)
    ).pointer
  }

  /// From now on every call is a fault.
  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
  }

  @inline(__always)
  fileprivate func pass(_ report: Report?, as name: StaticString) {
    guard !isClosed.load(ordering: .relaxed) else {
      return blame("callback_after_destroy", "\(name) was called after destroy returned")
    }
    guard let report else {
      return blame("invalid_bytes", "\(name) was called with bytes that cannot be read")
    }
    if isChecked { self.report(report.checked) } else { self.report(report) }
  }

  /// Reports the first fault, the second, the fourth and so on: a plugin that errs in a loop must not flood.
  private func blame(_ code: String, _ message: String) {
    let count = faults.wrappingAdd(1, ordering: .relaxed).newValue
    guard count & (count - 1) == 0 else { return }
    let times = count > 1 ? " (\(count) faults so far)" : ""
    report(.misbehaved(Fault(code: code, message: message + times)))
  }
}

/// Reports, without counting a reference: callbacks are never freed.
@inline(__always)
private func pass(
  _ report: Report?, as name: StaticString, _ context: UnsafeMutableRawPointer?
) {
  guard let context else { return }
  Unmanaged<InstanceCallbacks>.fromOpaque(context)._withUnsafeGuaranteedRef {
    $0.pass(report, as: name)
  }
}

private func optional(_ ticket: UInt64) -> Ticket? { ticket == 0 ? nil : Ticket(ticket) }

/// The limit of a state, if this one is longer.
@inline(__always)
private func exceeded(_ state: vvsi_bytes, _ context: UnsafeMutableRawPointer?) -> Int? {
  guard let context, state.data != nil, state.count <= vvsi_bytes.most else { return nil }
  let limit = Unmanaged<InstanceCallbacks>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.limit }
  return state.count > limit ? limit : nil
}

private func commit(_ context: UnsafeMutableRawPointer?, _ ticket: UInt64, _ state: vvsi_bytes) {
  if let limit = exceeded(state, context) {
    // Neither copied nor looked at.
    let fault = Fault.tooLarge(state.count, limit: limit)
    return pass(.failed(optional(ticket), fault), as: "commit", context)
  }
  let state = state.copied()
  pass(state.map { .committed(optional(ticket), state: $0) }, as: "commit", context)
}

private func notify(_ context: UnsafeMutableRawPointer?, _ ticket: UInt64, _ value: vvsi_bytes) {
  let value = value.copied()
  pass(value.map { .notified(optional(ticket), notification: $0) }, as: "notify", context)
}

private func settle(_ context: UnsafeMutableRawPointer?, _ ticket: UInt64) {
  pass(.settled(Ticket(ticket)), as: "settle", context)
}

private func fail(
  _ context: UnsafeMutableRawPointer?, _ ticket: UInt64, _ fault: UnsafePointer<vvsi_fault>?
) {
  pass(.failed(optional(ticket), Fault(fault)), as: "fail", context)
}

private func route(_ context: UnsafeMutableRawPointer?, _ ticket: UInt64, _ route: vvsi_bytes) {
  let route = route.copied().flatMap(Route.init(parsing:))
  pass(route.map { .routed(optional(ticket), $0) }, as: "route", context)
}

private func trigger(_ context: UnsafeMutableRawPointer?, _ action: vvsi_bytes) {
  let action = action.copied()
  pass(action.map { .triggered(action: $0) }, as: "trigger", context)
}
