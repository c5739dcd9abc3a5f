import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Interruptions {
  /// Turns the process's signals into interruptions, and a write to a closed pipe into an error.
  ///
  /// To be called once. Where the system gives no pipe or no thread for that, the signals end the process at once.
  ///
  /// Handlers are used rather than ignoring or blocking: those would be inherited by the programs that this one starts.
  public func watchSignals() {
    guard let pipe = SignalPipe.open() else { return }
    let signals = [SIGINT, SIGTERM, SIGHUP].filter { !SignalPipe.isIgnored($0) }
    for signal in signals { SignalPipe.handle(signal) }
    SignalPipe.ignore(SIGPIPE)
    let isRead = startThread("vvsi.signals") { [self] in
      SignalPipe.unblock(signals)
      while let signal = SignalPipe.next(from: pipe) {
        raise(signal == SIGINT ? .interrupt : .terminate)
      }
    }
    if !isRead { signals.forEach(SignalPipe.leave) }
  }
}

/// Carries signal numbers out of their handlers: all that a handler may do is write a byte.
private enum SignalPipe {
  /// Where handlers write; set before the first handler is installed and never changed.
  nonisolated(unsafe) static var input: Int32 = -1

  /// Returns the end to read from.
  static func open() -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    input = ends[1]
    return ends[0]
  }

  /// Whether whoever started this process had it ignore a signal, as `nohup` does.
  static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Has the calling thread receive signals that the threads of whoever started this process do not: processes inherit
  /// that.
  static func unblock(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  static func handle(_ signal: Int32) {
    install(signal) { number in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(SignalPipe.input, &byte, 1)
      errno = saved
    }
  }

  static func ignore(_ signal: Int32) {
    install(signal) { _ in }
  }

  /// Gives a signal back to the system, which ends the process by it.
  static func leave(_ signal: Int32) {
    install(signal, SIG_DFL)
  }

  private static func install(_ signal: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = SA_RESTART
    sigaction(signal, &action, nil)
  }

  /// Waits for a signal; nil if the pipe broke.
  static func next(from output: Int32) -> Int32? {
    var byte: UInt8 = 0
    while true {
      let count = read(output, &byte, 1)
      if count == 1 { return Int32(byte) }
      if count == 0 || errno != EINTR { return nil }
    }
  }
}
