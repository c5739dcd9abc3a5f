import CSpawn
import VVSIHost
import VVSIJSON
public import VVSIPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tries a plugin in a process of its own before it may run in the host: one that traps, exits or never returns takes down
/// only that.
public enum TrialProcess {
  /// The word after `vvsi` that runs ``perform(_:)``.
  public static let word = "try-plugin"
  /// How much of what a plugin prints is kept, in bytes.
  static let outputKept = 16 << 10

  /// What the process says, one line of JSON each: every step before it is taken, then how it went.
  enum Message: Codable {
    case step(TrialFailure.Step)
    case answer(Trial.Answer)
  }

  /// Makes trials that may take so many seconds.
  public static func runner(seconds: Double) -> Trial.Runner {
    { (trial) throws(TrialFailure) in try run(trial, seconds: seconds) }
  }

  private static func run(
    _ trial: Trial, seconds: Double
  ) throws(TrialFailure) -> Trial.Answer {
    let outcome: ChildProcess.Outcome
    do throws(SystemError) {
      outcome = try start(trial, seconds: seconds)
    } catch {
      throw TrialFailure(step: .load, ending: .impossible(reason: error.reason))
    }
    let messages = messages(in: outcome.reply)
    if outcome.ending == .exited(0), case .answer(let answer) = messages.last { return answer }
    var step = TrialFailure.Step.load
    for case .step(let last) in messages { step = last }
    throw TrialFailure(
      step: step, ending: TrialFailure.Ending(outcome.ending, seconds: seconds),
      output: String(outcome.output.prefix(outputKept)))
  }

  private static func start(
    _ trial: Trial, seconds: Double
  ) throws(SystemError) -> ChildProcess.Outcome {
    guard let executable = SDKLocation.executablePath() else { throw .notThere }
    let file = trial.library + ".states"
    defer { Files.remove(file) }
    if !trial.states.isEmpty, let text = try? JSONTextEncoder().encode(trial.states) {
      try Files.write(text, to: file)
    }
    let command = ChildProcess.Command(
      arguments: [
        executable, word, trial.library, trial.path, trial.plugin, trial.place,
        trial.kind.rawValue, file,
      ], replies: true)
    let outcomes = try ChildProcess.run(
      [command], seconds: seconds, cancellation: Cancellation())
    guard let outcome = outcomes.first else { throw .notThere }
    return outcome
  }

  private static func messages(in reply: [UInt8]) -> [Message] {
    reply.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONTextDecoder().decode(Message.self, from: Array($0))
    }
  }

  /// What the process does.
  ///
  /// - Parameter arguments: What the host put behind the word.
  /// - Returns: Whether they were understood and the host was told how it went.
  public static func perform(_ arguments: [String]) async -> Bool {
    guard arguments.count == 6, let kind = Trial.Kind(rawValue: arguments[4]),
      let reply = ReplyChannel()
    else { return false }
    // A host that is killed can end nothing; and a plugin on trial may block for ever.
    guard reply.endsWithHost() else { return false }
    let text = (try? Files.read(arguments[5])) ?? []
    let states = try? JSONTextDecoder().decode([Trial.State].self, from: text)
    let trial = Trial(
      library: arguments[0], path: arguments[1], plugin: arguments[2], place: arguments[3],
      kind: kind, states: states ?? [])
    let answer = await trial.perform { step in _ = reply.send(.step(step)) }
    return reply.send(.answer(answer))
  }
}

/// Where a child tells its host how it goes; the plugin in it knows nothing of it.
private struct ReplyChannel: Sendable {
  private let descriptor: Int32

  /// Takes the descriptor that the host left open, out of the plugin's way and out of that of programs that it starts.
  init?() {
    descriptor = fcntl(ChildProcess.replyDescriptor, F_DUPFD_CLOEXEC, 64)
    guard descriptor >= 0 else { return nil }
    close(ChildProcess.replyDescriptor)
  }

  /// Sees to it that this process, and all that it started, is gone when the host is; whether that can be.
  func endsWithHost() -> Bool { child_end_with_parent(descriptor) == 0 }

  func send(_ message: TrialProcess.Message) -> Bool {
    guard let text = try? JSONTextEncoder().encode(message) else { return false }
    let line = text + [UInt8(ascii: "\n")]
    return write(descriptor, line, line.count) == line.count
  }
}

extension TrialFailure.Ending {
  init(_ ending: ChildProcess.Ending, seconds: Double) {
    switch ending {
    case .exited(let status): self = .exited(status: status)
    case .signalled(let signal): self = .crashed(signal: signal)
    case .timedOut, .cancelled: self = .timedOut(seconds: seconds)
    }
  }
}
