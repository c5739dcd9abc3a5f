#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps standard output for the shell alone.
public enum StandardOutput {
  /// Opens those of the first three descriptors that are closed, so that no other file takes their numbers.
  ///
  /// To be called before anything else.
  public static func fillGaps() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is taken, which is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Returns a private copy of descriptor 1, and points 1 at standard error.
  ///
  /// What plugins print from then on cannot get between the lines of NDJSON. To be called once, before any plugin is
  /// loaded. The copy is not inherited by other programs.
  ///
  /// - Returns: nil if standard output is closed.
  public static func takePrivately() -> Int32? {
    fflush(nil)
    let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { return nil }
    if dup2(STDERR_FILENO, STDOUT_FILENO) < 0 {
      let nowhere = open("/dev/null", O_WRONLY)
      if nowhere >= 0, nowhere != STDOUT_FILENO {
        _ = dup2(nowhere, STDOUT_FILENO)
        close(nowhere)
      }
    }
    return copy
  }
}
