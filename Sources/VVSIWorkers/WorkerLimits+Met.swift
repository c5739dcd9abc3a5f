import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension WorkerLimits {
  /// The limit that a process met which ended so, in words that follow those of its ending; empty if there is none, as far as
  /// can be known.
  func words(of end: WorkerProcess.End, _ trace: [String]) -> String {
    if let processorSeconds, end.isOutOfTime(processorSeconds) {
      return "; it took the \(processorSeconds) s of processor time that it may"
    }
    guard let memoryMegabytes, case .signalled = end.ending else { return "" }
    if trace.contains(Self.refusal) {
      return "; it was refused memory, of which it may have \(memoryMegabytes) MB"
    }
    // What is refused can be large.
    guard end.megabytes >= memoryMegabytes / 4 * 3 else { return "" }
    return "; it had taken \(end.megabytes) of the \(memoryMegabytes) MB of memory that it may"
  }

  /// What a crash says first if the last thing that was refused was memory.
  private static let refusal = "out of memory"
}

extension WorkerProcess.End {
  fileprivate func isOutOfTime(_ limit: Int) -> Bool {
    switch ending {
    case .signalled(SIGXCPU): true
    case .signalled(SIGKILL): seconds >= Double(limit)
    default: false
    }
  }
}
