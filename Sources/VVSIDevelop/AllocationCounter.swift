public import VVSIJSON
import VVSIPlugins

/// Runs `vvsi` once more under a library that counts what is asked of `malloc`.
public enum AllocationCounter {
  /// Runs it.
  ///
  /// - Parameter arguments: What stands behind `vvsi`. The run must print one JSON object last.
  /// - Returns: What the run prints; nil where allocations cannot be counted: there is no glibc, or no C compiler.
  public static func run(_ arguments: [String]) async -> JSON? {
    #if os(Linux)
      let result = await BlockingThread.run { () throws(SystemError) in try runNow(arguments) }
      return (try? result.get()) ?? nil
    #else
      return nil
    #endif
  }

  private static func runNow(_ arguments: [String]) throws(SystemError) -> JSON? {
    guard let executable = SDKLocation.executablePath() else { return nil }
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
        [ChildProcess.Command(arguments: command)], seconds: 300, cancellation: Cancellation()
      ).first
      guard let outcome, outcome.succeeded else { return nil }
      output = outcome.output
    }
    let last = output.split(separator: "\n").last.map(String.init) ?? ""
    return try? JSON(parsing: last)
  }

  /// Stands before the C library's functions and counts.
  private static let text = """
    #include <stdatomic.h>
    #include <stddef.h>
    #include <errno.h>

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
