import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Gives the process's first thread to the main queue, which runs what plugins isolate to the main actor.
///
/// On Linux `dispatchMain()` will not do: it ends the first thread and leaves the main queue to any other, until a plugin
/// loads Foundation. From then on the queue waits for a run loop on the first thread, which is gone, and everything on the
/// main actor stands still. So the first thread waits for the queue here, by the two functions that run loops use.
enum MainLoop {
  /// Runs the main queue; never returns.
  static func run() -> Never {
    #if os(Linux)
      typealias Handle = @convention(c) () -> Int32
      typealias Drain = @convention(c) (UnsafeMutableRawPointer?) -> Void
      if let handle = dlsym(nil, "_dispatch_get_main_queue_handle_4CF"),
        let drain = dlsym(nil, "_dispatch_main_queue_callback_4CF")
      {
        serve(
          unsafeBitCast(handle, to: Handle.self)(), drain: unsafeBitCast(drain, to: Drain.self))
      }
    #endif
    dispatchMain()
  }

  #if os(Linux)
    private static func serve(
      _ handle: Int32, drain: @convention(c) (UnsafeMutableRawPointer?) -> Void
    ) -> Never {
      while true {
        var ready = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, -1) > 0 else { continue }
        var count: UInt64 = 0
        _ = read(handle, &count, MemoryLayout.size(ofValue: count))
        drain(nil)
      }
    }
  #endif
}
