import VVSIHost
import VVSIPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Worker {
  /// Reads from a process until it has ended, and starts it again if it should not have.
  func attend(_ first: WorkerProcess) {
    var process = first
    while true {
      var reader = WorkerReader(process, tick: tick)
      let trace = reader.run { event in handle(event, from: process) }
      let end = process.reap()
      guard let next = restart(after: process, end, trace) else { return }
      process = next
    }
  }

  /// Often enough to notice what is due.
  private var tick: Double {
    let shortest = min(
      terms.blockedSeconds, terms.deadlineSeconds, terms.graceSeconds, terms.heartbeatSeconds)
    return min(0.25, max(0.01, shortest / 2))
  }

  private func handle(_ event: WorkerReader.Event, from process: WorkerProcess) {
    switch event {
    case .answer(let answer): take(answer, from: process)
    case .pause: pause()
    case .line(let level, let line): log(level, line)
    case .tick(let now, let silent): watch(process, now, silent: silent)
    }
  }

  private func pause() {
    // One is the rule; the order does not matter.
    for endpoint in state.withLock({ $0.endpoints.values.map(\.endpoint) }) { endpoint?.pause() }
  }

  private func take(_ answer: Answer, from process: WorkerProcess) {
    switch answer {
    case .ready(let features): announce(.success(features))
    case .refused(let error): refuse(error, in: process)
    case .result(let call, let result): complete(call, .success(result))
    case .fault(let call, let fault): complete(call, .failure(fault))
    case .returned(let instance, let ticket, let fault):
      guard let endpoint = endpoint(instance), !endpoint.returned(ticket, fault) else { break }
      let reason = "its process answered ticket \(ticket) out of turn and was ended"
      process.end(by: SIGKILL, because: Fault(code: "worker_failed", message: reason))
    case .report(let instance, let report): take(report, of: instance)
    case .log(let level, let message): log(level, message)
    case .pong: break
    }
  }

  private func take(_ report: Report, of instance: UInt64) {
    if let endpoint = endpoint(instance) {
      endpoint.take(report)
    } else if case .misbehaved(let fault) = report {
      log(.error, "\(fault.message) (\(fault.code))")
    }
  }

  private func announce(_ announcement: Result<[FeatureDescription], PluginError>) {
    state.change { $0.announcement = announcement }
  }

  /// The first process's refusal is told by who waits for it; for what came after it, this is the end.
  private func refuse(_ error: PluginError, in process: WorkerProcess) {
    announce(.failure(error))
    guard state.withLock({ $0.isRefused }) else { return }
    let fault = Fault(
      code: error.code, message: "\(task.plugin) could not be loaded again: \(error.reason)")
    process.end(by: SIGKILL, because: fault)
  }

  private func complete(_ call: UInt64, _ result: Result<[UInt8]?, Fault>) {
    let restored = state.change { state -> UInt64? in
      switch state.calls[call] {
      case .waiting: state.calls[call] = .done(result)
      case .restoring(let instance):
        state.calls[call] = nil
        return instance
      case .done, nil: break
      }
      return nil
    }
    guard let restored, case .failure(let fault) = result else { return }
    endpoint(restored)?.refuse(with: fault)
    log(.error, "an instance could not begin again with its last state: \(fault.message)")
  }
}

// MARK: After the end of a process

extension Worker {
  private func restart(
    after process: WorkerProcess, _ end: WorkerProcess.End, _ trace: [String]
  ) -> WorkerProcess? {
    let met = terms.limits.words(of: end, trace)
    let fault =
      process.reason
      ?? Fault(
        code: "worker_crashed", message: "the process of \(task.plugin) \(end.ending)\(met)")
    // Counted before anyone is told: who hears of it may ask for the count.
    let counts = !process.isClosing && !endpoints.isEmpty
    let isRefused = state.withLock { state in
      state.lastEnding = end.ending
      if counts { state.crashCount += 1 }
      return state.isRefused
    }
    lose(process, for: fault)
    guard !process.isClosing else { return rest() }
    guard !isRefused else {
      quarantine(
        "\(fault.message); it is not started again until that is mended and a new build or"
          + " ':retry \(task.plugin)' asks for it")
      return nil
    }
    log(.error, fault.message)
    for frame in CrashFrame.words(trace) { log(.error, "  \(frame)") }
    while !endpoints.isEmpty {
      guard let pause = pauseAfterCrash() else { return nil }
      usleep(UInt32(pause * 1e6))
      do throws(Fault) {
        return try launch()
      } catch {
        state.withLock { $0.crashCount += 1 }
        log(.error, error.message)
      }
    }
    return rest()
  }

  /// All that waits for the process learns that it is gone.
  private func lose(_ process: WorkerProcess, for fault: Fault) {
    state.change { state in
      if case .quarantined = state.phase {} else { state.phase = .down }
      for (number, call) in state.calls {
        switch call {
        case .waiting: state.calls[number] = .done(.failure(fault))
        case .restoring: state.calls[number] = nil
        case .done: break
        }
      }
      if state.announcement == nil {
        state.announcement = .failure(
          .loaderRefused(path: task.plugin, reason: fault.message + " while it was loaded"))
      }
    }
    for endpoint in endpoints { endpoint.lose(process, for: fault) }
  }

  /// The process is started again when it is needed.
  private func rest() -> WorkerProcess? {
    state.change { $0.phase = .idle }
    return nil
  }

  /// Counts a crash.
  ///
  /// - Returns: How long to wait before the next start, in seconds; nil if there were too many.
  private func pauseAfterCrash() -> Double? {
    let now = Moment.now.seconds
    let count = state.withLock { state in
      state.crashes.removeAll { now - $0 > terms.crashSeconds }
      state.crashes.append(now)
      return state.crashes.count
    }
    guard count < terms.crashes else {
      quarantine(
        "it crashed \(count) times within \(terms.crashSeconds) s and is not started again;"
          + " a new build or ':retry \(task.plugin)' does")
      return nil
    }
    return count == 1 ? 0 : min(5, 0.05 * Double(1 << min(count, 10)))
  }

  private func quarantine(_ message: String) {
    let fault = Fault(code: "quarantined", message: message)
    state.change { $0.phase = .quarantined(fault) }
    for endpoint in endpoints { endpoint.refuse(with: fault) }
    log(.error, message)
  }
}
