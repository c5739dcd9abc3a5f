import VVSIHost
import VVSIJSON

/// One instance of a feature of C functions.
final class ForeignEndpoint: Endpoint, @unchecked Sendable {
  // The host makes one call at a time; what callbacks reach from other threads is the outlet, which has a lock.
  private let feature: BoundFeature
  private let report: Reporter
  private let outlet: Outlet
  private let handles = HandleTable()
  private let memory: CallMemory
  private var state: InstanceState
  private var frames: [Frame?]
  private var closures: [[Int: Closure]?]
  private var committed: [UInt8]

  init(
    _ feature: BoundFeature, state: InstanceState, report: @escaping Reporter
  ) {
    self.feature = feature
    self.report = report
    self.state = state
    outlet = Outlet(report: report)
    memory = CallMemory(handles: handles)
    frames = Array(repeating: nil, count: feature.actions.count)
    closures = Array(repeating: nil, count: feature.actions.count)
    committed = state.text()
  }

  func trigger(_ ticket: Ticket, _ action: [UInt8]) throws(Fault) {
    let (index, payload) = try feature.read(action)
    defer { memory.release() }
    let call = try call(index, payload)
    do throws(Misfit) {
      try call.prepare()
    } catch {
      throw Fault(error, of: feature.actions[index].action.name)
    }
    outlet.setTicket(ticket)
    let before = call.bound.action.failure == nil ? nil : state.copy()
    let code = call.run()
    let results = call.collect(code) { [feature] in feature.close($0, $1) }
    if let fault = results.fault {
      if let before { state.restore(before) }
      report(.failed(ticket, fault))
    } else {
      take(results, of: call)
      commit(ticket)
    }
    outlet.setTicket(nil)
    report(.settled(ticket))
  }

  func snapshot() throws(Fault) -> [UInt8] { state.text() }

  /// A call of C cannot be broken off.
  func cancel(_ ticket: Ticket?) {}

  func destroy() {
    outlet.close()
    handles.removeAll { feature.close($0, $1) }
    for (action, made) in zip(feature.actions, closures) {
      for (index, closure) in made ?? [:] { action.callbacks[index]?.retire(closure) }
    }
    closures = []
    state.release()
  }

  private func call(_ index: Int, _ payload: JSONObject) throws(Fault) -> Call {
    let bound = feature.actions[index]
    let frame = frames[index] ?? Frame(bound.layout)
    frames[index] = frame
    let made: [Int: Closure]
    if let closures = closures[index] {
      made = closures
    } else {
      made = try makeClosures(bound)
      closures[index] = made
    }
    return Call(
      bound: bound, frame: frame, memory: memory, payload: payload, state: state.pointer,
      field: { [unowned self] in self.state.value(of: $0) }, closures: made)
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

  private func take(_ results: Results, of call: Call) {
    for field in results.fields { state.set(field.name, field.text) }
    for (index, argument) in call.bound.action.arguments.enumerated() where argument.closes {
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
