import VVSIHost
import VVSIJSON
import VVSIPlugins

/// One instance of a feature of C functions.
final class ForeignEndpoint: Endpoint, @unchecked Sendable {
  // The host makes one call at a time; what callbacks reach from other threads is the outlet, which has a lock.
  private let feature: BoundFeature
  private let report: Reporter
  private let outlet: Outlet
  private let handles = HandleTable()
  private let memory: CallMemory
  private let state: InstanceState
  /// By action, once it has run.
  private var calls: [Call?]
  /// Whether C may call back, so that the outlet must know the action under way.
  private var hasClosures = false
  private var committed: [UInt8]

  init(
    _ feature: BoundFeature, state: InstanceState, report: @escaping Reporter
  ) {
    self.feature = feature
    self.report = report
    self.state = state
    outlet = Outlet(report: report)
    memory = CallMemory(handles: handles)
    calls = Array(repeating: nil, count: feature.actions.count)
    committed = state.text()
  }

  func trigger(_ ticket: Ticket, _ action: [UInt8]) throws(Fault) {
    let (index, payload) = try feature.read(action)
    let call = try call(index)
    call.payload = payload
    defer {
      memory.release()
      call.payload = JSONObject()
    }
    let failure: Fault?
    do throws(Misfit) {
      failure = try action.withUnsafeBufferPointer { text throws(Misfit) in
        try feature.crumb.during(ticket, text.baseAddress, text.count) { () throws(Misfit) in
          try run(call, ticket)
        }
      }
    } catch {
      throw Fault(error, of: call.action.name)
    }
    if let failure {
      report(.failed(ticket, failure))
    } else {
      forgetClosed(call)
      commit(ticket)
    }
    report(.settled(ticket))
  }

  func snapshot() throws(Fault) -> [UInt8] { state.text() }

  /// A call of C cannot be broken off.
  func cancel(_ ticket: Ticket?) {}

  func destroy() {
    outlet.close()
    feature.crumb.during { handles.removeAll { feature.close($0, $1) } }
    for call in calls {
      for (index, closure) in call?.closures ?? [:] {
        call?.bound.callbacks[index]?.retire(closure)
      }
    }
    calls = []
    state.release()
  }

  /// Calls C and takes what it left; the state is as before if the call has failed.
  ///
  /// - Returns: Why it has.
  private func run(_ call: Call, _ ticket: Ticket) throws(Misfit) -> Fault? {
    try call.prepare()
    if hasClosures { outlet.setTicket(ticket) }
    defer { if hasClosures { outlet.setTicket(nil) } }
    let before = call.action.failure == nil ? nil : state.copy()
    let code = call.run()
    let fault = call.collect(code) { [feature] in feature.close($0, $1) }
    if fault != nil, let before { state.restore(before) }
    return fault
  }

  private func call(_ index: Int) throws(Fault) -> Call {
    if let call = calls[index] { return call }
    let bound = feature.actions[index]
    let closures = try makeClosures(bound)
    let call = Call(bound, memory, state, closures)
    calls[index] = call
    if !closures.isEmpty { hasClosures = true }
    return call
  }

  private func makeClosures(_ bound: BoundAction) throws(Fault) -> [Int: Closure] {
    var made: [Int: Closure] = [:]
    for (index, pool) in bound.callbacks {
      let type = pool.type
      guard let closure = pool.take(for: outlet) else {
        throw Fault(
          code: "no_closures",
          message: "the system gives no memory that can be run, which '\(type.name)' needs")
      }
      if case .constant(let value) = type.answer {
        do throws(Misfit) {
          try closure.setAnswer(value, memory)
        } catch {
          throw Fault(error, of: bound.action.name)
        }
      }
      made[index] = closure
    }
    return made
  }

  /// Takes the handles that a call has closed out of the state.
  private func forgetClosed(_ call: Call) {
    for (index, argument) in call.action.arguments.enumerated() where argument.closes {
      let pointer = call.frame.slot(index).load(as: UnsafeMutableRawPointer?.self)
      guard let pointer, let name = handles.remove(pointer) else { continue }
      state.forget(name)
    }
  }

  private func commit(_ ticket: Ticket) {
    let text = state.text()
    guard text != committed else { return }
    committed = text
    report(.committed(ticket, state: text))
  }
}

extension Fault {
  /// Tells where in an action's JSON a value does not fit.
  init(_ misfit: Misfit, of action: String) {
    self.init(
      code: misfit.found == "nothing" ? "missing_field" : "invalid_payload",
      path: JSONPointer(tokens: [action] + misfit.steps.reversed()).description,
      message: "expected \(misfit.expected), found \(misfit.found)")
  }
}
