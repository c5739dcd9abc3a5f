import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Wording {
  /// What a plugin did when it was tried: `crashed (SIGSEGV) while it was loaded`.
  static func message(_ failure: TrialFailure) -> String {
    "\(ending(failure.ending)) while \(step(failure.step))"
  }

  private static func ending(_ ending: TrialFailure.Ending) -> String {
    switch ending {
    case .crashed(let number): "crashed (\(signal(number)))"
    case .exited(let status): "ended its process with status \(status)"
    case .timedOut(let seconds):
      "did not return within \(Figures.decimal(seconds, digits: 1)) s"
    case .impossible(let reason): "could not be tried (\(reason))"
    }
  }

  private static func step(_ step: TrialFailure.Step) -> String {
    switch step {
    case .load: "the library was loaded"
    case .start: "it was started"
    case .create(let feature): "its feature '\(feature)' was made and ended"
    case .migrate(let feature): "a state of its feature '\(feature)' was migrated"
    }
  }

  /// `SIGSEGV`, or the number of a signal that plugins do not die of.
  static func signal(_ number: Int32) -> String {
    let names: [Int32: String] = [
      SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
      SIGFPE: "SIGFPE", SIGABRT: "SIGABRT", SIGSYS: "SIGSYS", SIGKILL: "SIGKILL",
      SIGTERM: "SIGTERM", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGXCPU: "SIGXCPU",
    ]
    return names[number] ?? "signal \(number)"
  }
}
