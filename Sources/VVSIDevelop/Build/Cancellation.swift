import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ends the programs of one build from any thread.
///
/// Signals and reaping exclude each other, so that a signal never reaches a process that took over the number.
final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var groups: Set<pid_t> = []
  }

  private let state = Guarded(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Kills all that runs, and all that is added from now on.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      for group in state.groups { Self.kill(group) }
    }
  }

  func add(_ group: pid_t) {
    state.withLock { state in
      state.groups.insert(group)
      if state.isCancelled { Self.kill(group) }
    }
  }

  /// Kills one group, unless it is gone.
  func kill(_ group: pid_t) {
    state.withLock { state in
      if state.groups.contains(group) { Self.kill(group) }
    }
  }

  /// The wait status of a process that has ended; nil as long as it runs.
  ///
  /// What it leaves behind in its group is killed if `endsGroup`.
  func reap(_ process: pid_t, endsGroup: Bool = false) -> Int32? {
    state.withLock { state in
      var status: Int32 = 0
      if endsGroup, hasEnded(process) { Self.kill(process) }
      let result = waitpid(process, &status, WNOHANG)
      if result == 0 || (result < 0 && errno == EINTR) { return nil }
      state.groups.remove(process)
      // Someone else reaped it: how it ended is not known, so that it did not end well.
      return result == process ? status : 0xff00
    }
  }

  /// Whether it waits to be reaped, so that its number is still its own.
  private func hasEnded(_ process: pid_t) -> Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo == SIGCHLD
  }

  private static func kill(_ group: pid_t) {
    #if canImport(Glibc)
      _ = Glibc.kill(-group, SIGKILL)
    #elseif canImport(Musl)
      _ = Musl.kill(-group, SIGKILL)
    #else
      _ = Darwin.kill(-group, SIGKILL)
    #endif
  }
}
