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
  func watch(_ process: WorkerProcess, silent: Double) {
    guard !process.isClosing else {
      return process.end(by: silent > terms.graceSeconds ? SIGKILL : SIGTERM)
    }
    let isLoaded = state.withLock { $0.announcement != nil }
    let most = isLoaded ? terms.heartbeatSeconds : terms.startSeconds
    if silent > most {
      let fault = Fault(
        code: "unresponsive",
        message: "the process of \(task.plugin) gave no sign of life for"
          + " \(most) s and was ended")
      process.end(by: SIGKILL, because: fault)
    } else if silent > terms.heartbeatSeconds / 4 {
      process.outbox.offer { Order.ping.write(to: &$0) }
    }
    boundProcesses(of: process)
    let now = seconds()
    for endpoint in endpoints {
      let late = endpoint.watch(now) { watched in
        advance(&watched, now - watched.since, in: process)
      }
      if let late { endpoint.cancel(late) }
    }
  }

  /// Ends a group that grows beyond its limit.
  private func boundProcesses(of process: WorkerProcess) {
    guard let limit = terms.limits.processes else { return }
    let count = ProcessGroup.count(of: process.ends.process, ifMoreThan: limit)
    guard count > limit else { return }
    let fault = Fault(
      code: "too_many_processes",
      message: "the process of \(task.plugin) started \(count - 1) others, where its group may have"
        + " \(limit), and was ended")
    process.end(by: SIGKILL, because: fault)
  }

  /// Tells of a call that does not return, then ends its process.
  ///
  /// - Returns: The ticket to be cancelled now.
  private func advance(
    _ watched: inout Watched, _ age: Double, in process: WorkerProcess
  ) -> Ticket? {
    guard let ticket = watched.ticket else { return nil }
    let most =
      watched.isBegun
      ? terms.deadlineSeconds : max(terms.deadlineSeconds, terms.startSeconds)
    let late = age - most
    if watched.isBegun, watched.stage < .reported, age >= terms.blockedSeconds {
      watched.stage = .reported
      log(
        .warning,
        "ticket \(ticket) has been blocking its feature for \((age * 10).rounded() / 10) s")
    }
    if watched.stage < .terminated, late >= terms.graceSeconds {
      watched.stage = .terminated
      process.end(by: SIGTERM, because: tooLate(ticket, most))
    }
    if watched.stage < .killed, late >= 2 * terms.graceSeconds {
      watched.stage = .killed
      process.end(by: SIGKILL, because: tooLate(ticket, most))
    }
    guard watched.stage < .cancelled, late >= 0 else { return nil }
    watched.stage = .cancelled
    return ticket
  }

  private func tooLate(_ ticket: Ticket, _ seconds: Double) -> Fault {
    Fault(
      code: "deadline",
      message: "ticket \(ticket) blocked \(task.plugin) for more than"
        + " \(seconds) s, and its process was ended")
  }
}
