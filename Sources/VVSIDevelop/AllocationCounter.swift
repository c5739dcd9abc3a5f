public import VVSIJSON
import VVSIHost
import VVSIPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs `vvsi` once more under a library that counts what is asked of `malloc`.
public enum AllocationCounter {
  /// What came of a run.
  public enum Outcome: Sendable, Equatable {
    /// What it printed.
    case counted(JSON)
    /// Why there is nothing.
    case uncounted(String)
  }

  private static let secondsLimit = 300

  /// Runs it; it ends with this process, however that ends.
  ///
  /// - Parameter arguments: What stands behind `vvsi`. The run must print one JSON object last.
  /// - Returns: What the run prints.
  public static func run(_ arguments: [String]) async -> Outcome {
    #if os(Linux)
      do throws(SystemError) {
        return try await offActor { () throws(SystemError) in try runNow(arguments) }
      } catch {
        return .uncounted("\(error)")
      }
    #else
      return .uncounted("that takes glibc")
    #endif
  }

  private static func runNow(_ arguments: [String]) throws(SystemError) -> Outcome {
    guard let executable = SDKLocation.executablePath() else {
      return .uncounted("the executable is not found")
    }
    let cache = BuildCache.standard
    let scratch = try cache.makeScratch(beside: Path.join(cache.path, "allocations"))
    defer { Files.remove(scratch) }
    let (source, library) = (Path.join(scratch, "count.c"), Path.join(scratch, "count.so"))
    try Files.write(Array(text.utf8), to: source)
    let commands = [
      ["clang", "-O2", "-shared", "-fPIC", "-o", library, source],
      ["env", "LD_PRELOAD=\(library)", executable] + arguments,
    ]
    var output = ""
    for command in commands {
      let outcome = try ChildProcess.run(
        [ChildProcess.Command(arguments: command)], seconds: Double(secondsLimit),
        cancellation: Cancellation()
      ).first
      guard let outcome, outcome.succeeded else { return .uncounted(reason(command, outcome)) }
      output = outcome.output
    }
    let last = output.split(separator: "\n").last.map(String.init) ?? ""
    guard let object = try? JSON(parsing: last) else {
      return .uncounted("the run that counts them printed no figures")
    }
    return .counted(object)
  }

  private static func reason(_ command: [String], _ outcome: ChildProcess.Outcome?) -> String {
    let name = command[0] == "clang" ? "clang" : "the run that counts them"
    return outcome?.ending == .timedOut
      ? "\(name) took longer than \(secondsLimit) seconds" : "\(name) failed"
  }

  /// Stands before the C library's functions and counts; in this process's child only, which it ends with this process.
  private static let text = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <signal.h>
    #include <stdatomic.h>
    #include <stddef.h>
    #include <stdlib.h>
    #include <sys/prctl.h>
    #include <unistd.h>

    __attribute__((constructor)) static void follow(void) {
      unsetenv("LD_PRELOAD");
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != \(getpid())) _exit(1);
    }

    extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_memalign(size_t, size_t);
    extern void *__libc_realloc(void *, size_t);
    static atomic_long count;

    long \(AllocationCount.symbol)(void) { return atomic_load(&count); }

    static void add(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }
    void *malloc(size_t size) { add(); return __libc_malloc(size); }
    void *calloc(size_t count, size_t size) { add(); return __libc_calloc(count, size); }
    void *realloc(void *block, size_t size) { add(); return __libc_realloc(block, size); }
    void *memalign(size_t alignment, size_t size) { add(); return __libc_memalign(alignment, size); }
    void *aligned_alloc(size_t alignment, size_t size) { add(); return __libc_memalign(alignment, size); }
    int posix_memalign(void **block, size_t alignment, size_t size) {
      add();
      return (*block = __libc_memalign(alignment, size)) ? 0 : ENOMEM;
    }
    """
}
