import CSpawn
import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Worker {
  /// Does what is due: asks for a sign of life, and ends what does not come to an end.
  ///
  /// - Parameters:
  ///   - process: Who is watched over.
  ///   - now: The time on a clock of the process, in seconds, that stands still while the host does.
  ///   - silent: How long nothing has come.
  func watch(_ process: WorkerProcess, _ now: Double, silent: Double) {
    process.insist()
    guard !process.isClosing else {
      return process.end(by: silent > terms.graceSeconds ? SIGKILL : SIGTERM)
    }
    let isLoaded = state.withLock { $0.announcement != nil }
    if silent > (isLoaded ? terms.heartbeatSeconds : terms.startSeconds) {
      process.end(by: SIGKILL, because: isLoaded ? silence : tooLong)
    } else if silent > terms.heartbeatSeconds / 4 {
      process.outbox.offer { Order.ping.write(to: &$0) }
    }
    boundProcesses(of: process)
    boundMemory(of: process)
    for endpoint in endpoints {
      let late = endpoint.watch(now) { watched in
        advance(&watched, now - watched.since, in: process)
      }
      if let late { endpoint.cancel(late) }
    }
  }

  private var silence: Fault {
    Fault(
      code: "unresponsive",
      message: "the process of \(task.plugin) gave no sign of life for \(terms.heartbeatSeconds) s"
        + " and was ended")
  }

  /// Ends a process that becomes more than its limit.
  private func boundProcesses(of process: WorkerProcess) {
    guard let limit = terms.limits.processes else { return }
    let count = process.countOfFamily(ifMoreThan: limit)
    guard count > limit else { return }
    let fault = Fault(
      code: "too_many_processes",
      message: "the process of \(task.plugin) started \(count - 1) others, where they may be"
        + " \(limit) with it, and was ended")
    process.end(by: SIGKILL, because: fault)
  }

  /// Ends a process that holds more memory than its limit: the system counts only what a process has for itself.
  private func boundMemory(of process: WorkerProcess) {
    guard let limit = terms.limits.memoryMegabytes, !WorkerLimits.isSanitized else { return }
    let found = process.memory(ifMoreThan: limit)
    // The system's own limit comes first, and does not count the same.
    guard found - found / 9 > limit else { return }
    let fault = Fault(
      code: "too_much_memory",
      message: "the process of \(task.plugin) held \(found) MB of memory, where it may have"
        + " \(limit), and was ended")
    process.end(by: SIGKILL, because: fault)
  }

  /// Tells of a call that does not return, then cancels it, then ends its process; one step at a time, so that each has
  /// time to help.
  ///
  /// - Returns: The ticket to be cancelled now.
  private func advance(
    _ watched: inout Watched, _ age: Double, in process: WorkerProcess
  ) -> Ticket? {
    guard let ticket = watched.ticket else { return nil }
    let most =
      watched.isBegun
      ? terms.deadlineSeconds : max(terms.deadlineSeconds, terms.startSeconds)
    guard watched.advance(to: stage(at: age, most)) else { return nil }
    switch watched.stage {
    case .quiet: break
    case .reported:
      guard watched.isBegun, age >= terms.blockedSeconds else { break }
      log(
        .warning,
        "ticket \(ticket) has been blocking its feature for \((age * 10).rounded() / 10) s")
    case .cancelled: return ticket
    case .terminated: process.end(by: SIGTERM, because: tooLate(ticket, most))
    case .killed: process.end(by: SIGKILL, because: tooLate(ticket, most))
    }
    return nil
  }

  /// What is due at an age of a call that may take `most` seconds.
  private func stage(at age: Double, _ most: Double) -> Watched.Stage {
    switch age - most {
    case (2 * terms.graceSeconds)...: .killed
    case terms.graceSeconds...: .terminated
    case 0...: .cancelled
    default: age >= terms.blockedSeconds ? .reported : .quiet
    }
  }

  private func tooLate(_ ticket: Ticket, _ seconds: Double) -> Fault {
    Fault(
      code: "deadline",
      message: "ticket \(ticket) blocked \(task.plugin) for more than"
        + " \(seconds) s, and its process was ended")
  }
}
