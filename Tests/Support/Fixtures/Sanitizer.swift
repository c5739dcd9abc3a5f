import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The sanitizer that tests and products are built with, if there is one.
public enum Sanitizer {
  /// Whether it is the thread sanitizer.
  public static let isThreads: Bool = dlsym(nil, "__tsan_init") != nil

  /// Whether it is the address sanitizer.
  public static let isAddress: Bool = dlsym(nil, "__asan_init") != nil

  /// What a process ends with that calls `exit` while a library is loaded into it.
  ///
  /// The thread sanitizer ends it itself then.
  public static func status(ofExitWhileLoading status: Int) -> Int { isThreads ? 66 : status }

  /// An environment in which crashes of a program are the program's own business: sanitizers would report them and end
  /// it with a status, and the Swift runtime would write down each of its threads first.
  public static func leavingCrashes(to program: [String: String]) -> [String: String] {
    var environment = program
    let handlers = ["segv", "sigbus", "sigill", "sigfpe", "sigtrap", "abort"]
    // The signal stack of a thread that ends is the program's, too, and not theirs to unmap.
    let options = (handlers.map { "handle_\($0)=0" } + ["use_sigaltstack=0"]).joined(
      separator: ":")
    for name in ["TSAN_OPTIONS", "ASAN_OPTIONS"] {
      environment[name] = [environment[name], options].compactMap(\.self).joined(separator: ":")
    }
    environment["SWIFT_BACKTRACE"] = environment["SWIFT_BACKTRACE"] ?? "enable=no"
    return environment
  }
}
