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

/// A process that sends back what it gets: what two processes that talk over a socket cost at least.
public final class EchoPeer {
  /// The word after `vvsi` that runs ``run()``.
  public static let word = "echo"

  /// This executable, as such a process.
  public static var command: [String] { WorkerServer.command.dropLast() + [word] }

  private let process: WorkerProcess
  private let buffer: UnsafeMutableRawBufferPointer

  /// Starts one that gets so many bytes at a time.
  init(command: [String], bytes: Int) throws(Fault) {
    process = try WorkerProcess(command)
    buffer = .allocate(byteCount: min(bytes, Self.most), alignment: 16)
    buffer.initializeMemory(as: UInt8.self, repeating: 0x61)
  }

  deinit {
    process.close()
    _ = process.reap()
    buffer.deallocate()
  }

  /// How long the bytes take there and back, in nanoseconds.
  func measure() throws(Fault) -> Double {
    let began = Moment.now.seconds
    var left = write(process.ends.socket, buffer.baseAddress, buffer.count)
    while left > 0 {
      let count = read(process.ends.socket, buffer.baseAddress, left)
      guard count > 0 else {
        throw Fault(code: "worker_failed", message: "the process that echoes is gone")
      }
      left -= count
    }
    return (Moment.now.seconds - began) * 1e9
  }

  private static let most = 4_096

  /// Sends back all that comes; never returns.
  public static func run() -> Never {
    withUnsafeTemporaryAllocation(byteCount: most, alignment: 16) { buffer in
      while true {
        let count = read(WorkerServer.socket, buffer.baseAddress, buffer.count)
        guard count > 0 else { _exit(0) }
        _ = write(WorkerServer.socket, buffer.baseAddress, count)
      }
    }
    _exit(0)
  }
}
