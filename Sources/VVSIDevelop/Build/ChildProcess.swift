import CSpawn
import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that runs for the build, in a process group of its own.
///
/// Everything here blocks its thread: callers in Swift concurrency run it on a thread of their own.
final class ChildProcess {
  /// What to run.
  struct Command: Equatable {
    /// The program, looked up in `PATH` where it has no slash, and its arguments.
    var arguments: [String]
    /// Where to run it; nil for the caller's folder.
    var directory: String?
    /// How much of its output is kept.
    var outputLimit = ChildProcess.outputLimit
    /// Whether it has a descriptor of its own to reply on, ``ChildProcess/replyDescriptor``, and what it leaves behind at
    /// its end is killed.
    var replies = false
  }

  /// How a program ended.
  enum Ending: Equatable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
    case cancelled
  }

  /// What came of a program.
  struct Outcome: Equatable {
    let ending: Ending
    /// What it wrote to standard output and error, cut after the command's limit.
    let output: String
    /// What it replied, cut after ``outputLimit`` bytes.
    var reply: [UInt8] = []

    var succeeded: Bool { ending == .exited(0) }
  }

  /// How much output of a program is kept if nobody says.
  static let outputLimit = 1 << 20

  /// The number of the descriptor that a program replies on.
  static let replyDescriptor = Int32(SPAWN_CHILD_REPLY)
  /// How many programs run at the same time.
  static let width = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// Runs programs, as many at a time as there are processors, and waits for all of them, or kills their groups when
  /// the time is over.
  ///
  /// - Throws: ``SystemError`` if one cannot be started; none is left running then.
  static func run(
    _ commands: [Command], seconds: Double, cancellation: Cancellation
  ) throws(SystemError) -> [Outcome] {
    let deadline = ContinuousClock.now.advanced(by: .bounded(seconds: seconds))
    var children: [ChildProcess] = []
    while children.count < commands.count || children.contains(where: { $0.ending == nil }) {
      while children.count < commands.count, children.filter({ $0.ending == nil }).count < width {
        do throws(SystemError) {
          children.append(try ChildProcess(commands[children.count], cancellation))
        } catch {
          for child in children { child.stop() }
          throw error
        }
      }
      wait(for: children)
      for child in children { child.advance(deadline) }
    }
    return children.map(\.outcome)
  }

  private let process: pid_t
  private let outputLimit: Int
  private let cancellation: Cancellation
  private let endsGroup: Bool
  private var output: Pipe
  private var reply: Pipe
  /// Tells of the program's end at once, where the system has such a thing.
  private var end: Pipe
  private var wasKilledLate = false
  private var ending: Ending?

  private init(_ command: Command, _ cancellation: Cancellation) throws(SystemError) {
    var process: pid_t = 0
    var output: Int32 = -1
    var reply: Int32 = -1
    var arguments = command.arguments.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    let error =
      command.replies
      ? spawn_child(arguments, command.directory, &process, &output, &reply)
      : spawn_child(arguments, command.directory, &process, &output, nil)
    guard error == 0 else { throw SystemError(number: error) }
    self.process = process
    endsGroup = command.replies
    self.output = Pipe(descriptor: output)
    self.reply = Pipe(descriptor: reply)
    end = Pipe(descriptor: open_end_of_child(process))
    outputLimit = command.outputLimit
    self.cancellation = cancellation
    cancellation.add(process)
  }

  private var outcome: Outcome {
    Outcome(
      ending: ending ?? .cancelled, output: String(decoding: output.bytes, as: UTF8.self),
      reply: reply.bytes)
  }

  /// Waits until one has something to say, or for as long as the end of a silent one may go unseen.
  private static func wait(for children: [ChildProcess]) {
    let running = children.filter { $0.ending == nil }
    var files = running.flatMap { [$0.output, $0.reply, $0.end] }.filter(\.isOpen).map {
      pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
    }
    // Output at its end means that the program is about to be gone.
    let isEnding = running.contains { !$0.output.isOpen && !$0.end.isOpen }
    poll(&files, nfds_t(files.count), isEnding ? 1 : 20)
  }

  private func advance(_ deadline: ContinuousClock.Instant) {
    guard ending == nil else { return }
    read()
    if ContinuousClock.now >= deadline, !wasKilledLate {
      wasKilledLate = true
      kill()
    }
    guard let status = cancellation.reap(process, endsGroup: endsGroup) else { return }
    // Its own children may hold the pipe open for ever; what they say later is not wanted.
    read()
    output.close()
    reply.close()
    end.close()
    if wasKilledLate {
      ending = .timedOut
    } else if cancellation.isCancelled {
      ending = .cancelled
    } else {
      let signal = status & 0x7f
      ending = signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }
  }

  private func stop() {
    kill()
    while ending == nil {
      Self.wait(for: [self])
      advance(.now)
    }
  }

  private func read() {
    output.read(atMost: outputLimit)
    reply.read(atMost: Self.outputLimit)
  }

  private func kill() { cancellation.kill(process) }
}

/// The end of a pipe that a program writes to, and what came out of it.
private struct Pipe {
  private(set) var descriptor: Int32
  private(set) var bytes: [UInt8] = []

  var isOpen: Bool { descriptor >= 0 }

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Takes what is there without waiting for more.
  mutating func read(atMost limit: Int) {
    guard isOpen else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while isOpen {
      let count = readBytes(descriptor, &buffer)
      if count > 0 {
        bytes += buffer.prefix(min(count, limit - bytes.count))
      } else if count == 0 {
        close()
      } else if errno != EINTR {
        return
      }
    }
  }

  mutating func close() {
    if isOpen { closeDescriptor(descriptor) }
    descriptor = -1
  }
}

private func readBytes(_ file: Int32, _ buffer: inout [UInt8]) -> Int {
  read(file, &buffer, buffer.count)
}

private func closeDescriptor(_ file: Int32) { close(file) }
