import VVSIHost

/// One instance in a worker: its calls are made one at a time, in order.
///
/// The thread that brings a call makes it, and runs the tasks that it starts, unless another is still in the call before;
/// then that one makes both.
final class ServedInstance: Sendable {
  enum Work: Sendable {
    /// Answers with the first state.
    case create(call: UInt64, any FeatureProvider, state: [UInt8]?)
    case destroy(call: UInt64)
    case trigger(ticket: UInt64, action: [UInt8])
  }

  private struct State {
    var endpoint: (any Endpoint)?
    var waiting: [Work] = []
    var isRunning = false
    var tasks: StartedTasks?
  }

  private let id: UInt64
  private let outbox: Outbox
  private let stateBytes: Int
  private let begun: Begun
  private let place: UInt32
  private let state = Guarded(State())

  /// Makes an instance that writes down at a place which of its actions it begins.
  init(id: UInt64, outbox: Outbox, stateBytes: Int, begun: Begun, place: UInt32) {
    self.id = id
    self.begun = begun
    self.place = place
    self.stateBytes = stateBytes
    self.outbox = outbox
  }

  /// Puts work behind what waits.
  ///
  /// - Returns: What the caller must do; nil if a thread is at it already.
  func accept(_ work: Work) -> Chore? {
    let isMine = state.withLock { state in
      guard !state.isRunning else {
        state.waiting.append(work)
        return false
      }
      state.isRunning = true
      return true
    }
    return isMine ? .work(self, work) : nil
  }

  func cancel(_ ticket: UInt64) {
    state.withLock { $0.endpoint }?.cancel(ticket == 0 ? nil : Ticket(ticket))
  }

  /// Does what waits, as long as the thread does not stay in a task; then another one goes on.
  func run(_ first: Work?) {
    let tasks = tasks()
    var work = first ?? next()
    while let now = work {
      tasks.call { perform(now) }
      guard tasks.run() else { return }
      work = next()
    }
  }

  private func tasks() -> StartedTasks {
    state.withLock { state in
      if let tasks = state.tasks { return tasks }
      let tasks = StartedTasks { [weak self] in self?.moveOn() }
      state.tasks = tasks
      return tasks
    }
  }

  private func moveOn() {
    state.withLock { $0.tasks = nil }
    CallThreads.shared.run { self.run(nil) }
  }

  private func next() -> Work? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  private func perform(_ work: Work) {
    switch work {
    case .create(let call, let provider, let first):
      outbox.answer(call) { () throws(Fault) in
        let endpoint = try provider.create(state: first) { self.report($0) }
        state.withLock { $0.endpoint = endpoint }
        return try endpoint.snapshot()
      }
    case .destroy(let call):
      outbox.answer(call) { () throws(Fault) in
        let endpoint = state.withLock { state in
          defer { state.endpoint = nil }
          return state.endpoint
        }
        endpoint?.destroy()
        return nil
      }
    case .trigger(let ticket, let action): trigger(Ticket(ticket), action)
    }
  }

  private func trigger(_ ticket: Ticket, _ action: [UInt8]) {
    var fault: Fault?
    do throws(Fault) {
      guard let endpoint = state.withLock({ $0.endpoint }) else { throw .gone }
      begun[place] = ticket.number
      try endpoint.trigger(ticket, action)
    } catch {
      fault = error
    }
    outbox.post { Answer.returned(instance: id, ticket: ticket.number, fault).write(to: &$0) }
  }

  private func report(_ report: Report) {
    let report = bounded(report)
    outbox.post { Answer.report(instance: id, report).write(to: &$0) }
  }

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
  static let gone = Fault(code: "closed", message: "its process has no such feature")
}
