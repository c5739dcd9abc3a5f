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
    if silent > terms.heartbeatSeconds {
      let fault = Fault(
        code: "unresponsive",
        message: "the process of \(task.plugin) gave no sign of life for"
          + " \(terms.heartbeatSeconds) s and was ended")
      process.end(by: SIGKILL, because: fault)
    } else if silent > terms.heartbeatSeconds / 4 {
      process.outbox.offer { Order.ping.write(to: &$0) }
    }
    let now = seconds()
    for endpoint in endpoints {
      endpoint.watch(now) { watched, action in
        advance(&watched, action, of: endpoint, in: process, now - watched.since)
      }
    }
  }

  /// Tells of a call that does not return, cancels it, then ends its process.
  private func advance(
    _ watched: inout Watched, _ action: [UInt8], of endpoint: WorkerEndpoint,
    in process: WorkerProcess, _ age: Double
  ) {
    guard let ticket = watched.ticket else { return }
    let late = age - terms.deadlineSeconds
    if watched.stage < .reported, age >= terms.blockedSeconds {
      watched.stage = .reported
      log(
        .warning,
        "ticket \(ticket) has been blocking its feature for \((age * 10).rounded() / 10) s")
    }
    if watched.stage < .cancelled, late >= 0 {
      watched.stage = .cancelled
      let worker = self
      Task.detached { worker.endpoint(endpoint.id)?.cancel(ticket) }
    }
    if watched.stage < .terminated, late >= terms.graceSeconds {
      watched.stage = .terminated
      process.end(by: SIGTERM, because: tooLate(ticket))
    }
    if watched.stage < .killed, late >= 2 * terms.graceSeconds {
      watched.stage = .killed
      process.end(by: SIGKILL, because: tooLate(ticket))
    }
  }

  private func tooLate(_ ticket: Ticket) -> Fault {
    Fault(
      code: "deadline",
      message: "ticket \(ticket) blocked \(task.plugin) for more than"
        + " \(terms.deadlineSeconds) s, and its process was ended")
  }
}
