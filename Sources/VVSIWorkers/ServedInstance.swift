import Dispatch
import VVSIHost

/// One instance in a worker: its calls are made one at a time, in order, on no thread that others wait for.
final class ServedInstance: Sendable {
  private struct State {
    var endpoint: (any Endpoint)?
    var actions: [(ticket: UInt64, action: [UInt8])] = []
    var isDraining = false
  }

  private let id: UInt64
  private let outbox: Outbox
  private let stateBytes: Int
  private let state = Guarded(State())
  private let queue: DispatchQueue

  init(id: UInt64, outbox: Outbox, stateBytes: Int) {
    self.id = id
    self.stateBytes = stateBytes
    self.outbox = outbox
    queue = DispatchQueue(label: "vvsi.instance.\(id)")
  }

  /// Answers with the first state.
  func create(_ call: UInt64, with provider: any FeatureProvider, state first: [UInt8]?) {
    answer(call) { [self] () throws(Fault) in
      let endpoint = try provider.create(state: first) { self.report($0) }
      state.withLock { $0.endpoint = endpoint }
      return try endpoint.snapshot()
    }
  }

  func destroy(_ call: UInt64) {
    answer(call) { [self] () throws(Fault) in
      let endpoint = state.withLock { state in
        defer { state.endpoint = nil }
        return state.endpoint
      }
      endpoint?.destroy()
      return nil
    }
  }

  func cancel(_ ticket: UInt64) {
    state.withLock { $0.endpoint }?.cancel(ticket == 0 ? nil : Ticket(ticket))
  }

  func trigger(_ ticket: UInt64, _ action: [UInt8]) {
    let mustStart = state.withLock { state in
      state.actions.append((ticket, action))
      defer { state.isDraining = true }
      return !state.isDraining
    }
    if mustStart { queue.async { [self] in drain() } }
  }

  private func answer(
    _ call: UInt64, _ body: @escaping @Sendable () throws(Fault) -> [UInt8]?
  ) {
    queue.async { [outbox] in outbox.answer(call, body) }
  }

  private func drain() {
    while let (endpoint, batch) = next() {
      for entry in batch {
        var fault: Fault?
        do throws(Fault) {
          guard let endpoint else { throw .gone }
          try endpoint.trigger(Ticket(entry.ticket), entry.action)
        } catch {
          fault = error
        }
        let answer = Answer.returned(instance: id, ticket: entry.ticket, fault)
        outbox.delay { answer.write(to: &$0) }
      }
    }
    outbox.flush()
  }

  private func next() -> ((any Endpoint)?, [(ticket: UInt64, action: [UInt8])])? {
    state.withLock { state in
      guard !state.actions.isEmpty else {
        state.isDraining = false
        return nil
      }
      defer { state.actions = [] }
      return (state.endpoint, state.actions)
    }
  }

  /// What comes during a call goes out with the call's return, or after a moment if that takes long.
  private func report(_ report: Report) {
    let report = bounded(report)
    let write = { (writer: inout FrameWriter) in
      Answer.report(instance: self.id, report).write(to: &writer)
    }
    if state.withLock({ $0.isDraining }) { outbox.delay(write) } else { outbox.post(write) }
  }
}

extension ServedInstance {
  /// A state that the host would not keep stays here.
  private func bounded(_ report: Report) -> Report {
    guard case .committed(let ticket, let bytes) = report, bytes.count > stateBytes else {
      return report
    }
    return .failed(ticket, .tooLarge(bytes.count, limit: stateBytes))
  }
}

extension Outbox {
  /// Makes a call and sends what comes of it.
  func answer(_ call: UInt64, _ body: () throws(Fault) -> [UInt8]?) {
    let answer: Answer
    do throws(Fault) {
      answer = .result(call: call, try body())
    } catch {
      answer = .fault(call: call, error)
    }
    post { answer.write(to: &$0) }
  }
}

extension Fault {
  static let gone = Fault(code: "closed", message: "the worker has no such instance")
}
