import CSpawn
import VVSIHost
import VVSIPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process that serves a plugin, as its host sees it.
final class WorkerProcess: Sendable {
  /// How a process ended.
  enum Ending: Sendable, Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  /// How a process ended, and what it had used by then.
  struct End: Sendable {
    var ending: Ending
    /// Processor time, in seconds.
    var seconds: Double
    /// The most memory that it held at a time, in megabytes; 0 if it is no more than the host had, which is where the system
    /// begins to count.
    var megabytes: Int
  }

  private struct State {
    var isReaped = false
    var isClosing = false
    var reason: Fault?
    /// Since when it has been told to end at once, whatever it does.
    var killed: Double?
  }

  let outbox: Outbox
  let ends: worker_ends
  /// What its instances have begun; also when it has ended.
  let begun: Begun
  /// Whether the process that is seen is the sandbox's, which tells signals in its status.
  private let isSandboxed: Bool
  private let state = Guarded(State())
  private let family: Guarded<ProcessFamily>

  /// Starts a process.
  ///
  /// - Throws: ``Fault`` with the system's reason.
  init(_ command: [String]) throws(Fault) {
    var ends = worker_ends()
    var arguments = command.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    let error = spawn_worker(arguments, &ends)
    guard error == 0 else {
      throw Fault(
        code: "worker_failed", message: "no process could be started: \(systemMessage(error))")
    }
    self.ends = ends
    begun = Begun(descriptor: ends.memory)
    isSandboxed = command.count > WORKER_ARGUMENTS
    family = Guarded(ProcessFamily(of: ends.process, isSandboxed: isSandboxed))
    outbox = Outbox(socket: ends.socket)
  }

  /// Why the host ended the process; nil if it did not.
  var reason: Fault? { state.withLock { $0.reason } }

  /// Whether the process was asked to end.
  var isClosing: Bool { state.withLock { $0.isClosing } }

  /// Asks the process to end: it does when its socket is at the end.
  func close() {
    outbox.close()
    state.withLock { state in
      state.isClosing = true
      // Later, another descriptor may have the number.
      if !state.isReaped { shutdown(ends.socket, Int32(SHUT_WR)) }
    }
  }

  /// Sends a signal to the plugin's process, or ends it and all that it started by SIGKILL; `reason` is told to those who
  /// wait for it.
  func end(by signal: Int32, because reason: Fault? = nil) {
    state.withLock { state in
      guard !state.isReaped else { return }
      if let reason { state.reason = state.reason ?? reason }
      if signal == SIGKILL { state.killed = state.killed ?? Moment.now.seconds }
      tell(signal)
    }
  }

  /// Ends a process that has not ended, long after it was told to: a plugin may have stopped its keeper.
  func insist() {
    state.withLock { state in
      guard !state.isReaped, let killed = state.killed, Moment.now.seconds - killed > Self.patience
      else {
        return
      }
      for member in ProcessFamily.members(of: ends.process) { kill(member, SIGKILL) }
      kill(ends.process, SIGKILL)
    }
  }

  /// How long a keeper may take to end a family, in seconds.
  private static let patience = 10.0

  private func tell(_ signal: Int32) {
    #if os(Linux)
      // It is the keeper that is seen.
      kill(ends.process, signal == SIGKILL ? Int32(WORKER_END) : signal)
      kill(ends.process, SIGCONT)
    #else
      kill(-ends.process, signal)
    #endif
  }

  /// The number of the process that the plugin is in.
  var number: pid_t {
    let members = ProcessFamily.members(of: ends.process)
    return (isSandboxed ? members.dropFirst(ProcessFamily.elders) : members[...]).first
      ?? ends.process
  }

  /// How many processes it has become, if they may be more than a limit; 0 otherwise.
  func countOfFamily(ifMoreThan limit: Int) -> Int {
    family.withLock { $0.count(ifMoreThan: limit) }
  }

  /// How many megabytes that one of its processes holds which holds the most, if they may be more than a limit; 0 otherwise.
  func memory(ifMoreThan limit: Int) -> Int {
    family.withLock { $0.memory(ifMoreThan: limit) }
  }

  /// Waits for a process that is ending, and leaves nothing of it behind.
  func reap() -> End {
    // Until it is waited for, its number is nobody else's.
    tell(SIGKILL)
    var status: Int32 = 0
    // Seen, but not waited for: nobody can signal another process by its number.
    var seen = siginfo_t()
    while waitid(P_PID, id_t(ends.process), &seen, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    state.withLock { $0.isReaped = true }
    var usage = rusage()
    while wait4(ends.process, &status, 0, &usage) < 0, errno == EINTR {}
    outbox.end()
    for descriptor in [ends.socket, ends.output, ends.errors, ends.crash, ends.ended]
    where descriptor >= 0 {
      _ = closeDescriptor(descriptor)
    }
    var own = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &own)
    #else
      getrusage(RUSAGE_SELF, &own)
    #endif
    return End(
      ending: ending(status), seconds: usage.seconds,
      megabytes: usage.megabytes > own.megabytes ? usage.megabytes : 0)
  }

  private func ending(_ status: Int32) -> Ending {
    let code = status >> 8 & 0xff
    let signal = status & 0x7f
    if isSandboxed, signal == 0, code > 128 { return .signalled(code - 128) }
    return signal == 0 ? .exited(code) : .signalled(signal)
  }
}

extension rusage {
  fileprivate var seconds: Double {
    Double(ru_utime.tv_sec + ru_stime.tv_sec)
      + Double(ru_utime.tv_usec + ru_stime.tv_usec) / 1e6
  }

  fileprivate var megabytes: Int {
    #if canImport(Darwin)
      ru_maxrss >> 20
    #else
      ru_maxrss >> 10
    #endif
  }
}

private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

extension WorkerProcess.Ending: CustomStringConvertible {
  /// `crashed (signal 11, SIGSEGV)`.
  var description: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .signalled(let signal):
      (Self.outside.contains(signal) ? "was ended" : "crashed")
        + " (signal \(signal)\(Self.names[signal].map { ", \($0)" } ?? ""))"
    }
  }

  /// Signals that come from elsewhere.
  private static let outside: Set<Int32> = [SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGXCPU]

  private static let names: [Int32: String] = [
    SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGFPE: "SIGFPE",
    SIGABRT: "SIGABRT", SIGSYS: "SIGSYS", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM",
    SIGXCPU: "SIGXCPU", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGINT: "SIGINT",
    SIGHUP: "SIGHUP", SIGQUIT: "SIGQUIT", SIGXFSZ: "SIGXFSZ", SIGUSR1: "SIGUSR1",
    SIGUSR2: "SIGUSR2",
  ]
}
