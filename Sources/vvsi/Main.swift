import VVSIDevelop
import VVSIForeign
import VVSIHost
import VVSIPlugins
import VVSIShell
import VVSIWorkers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The executable: hands the command line to its parts and the first thread to the main queue.
@main
enum Main {
  static func main() {
    if CommandLine.arguments.dropFirst().first == WorkerServer.word { WorkerServer.keep() }
    StandardOutput.fillGaps()
    if CommandLine.arguments.dropFirst() == [EchoPeer.word] { EchoPeer.run() }
    let arguments = Array(CommandLine.arguments.dropFirst())
    let executor = HostExecutor(label: "vvsi.shell")
    let program = program(on: executor)
    if !words.contains(arguments.first ?? ""), program.runsShell(arguments) {
      // The shell and what it steers have a thread of their own, from the first step on.
      Task.detached(executorPreference: TaskThread(executor)) { end(await program.run(arguments)) }
    } else {
      Task.detached { end(await run(arguments, program)) }
    }
    MainLoop.run()
  }

  /// What the host starts itself by, and nobody else.
  private static let words = [TrialProcess.word, WorkerServer.word]

  private static func program(on executor: HostExecutor) -> Program {
    Program(
      version: version,
      subcommands: [
        BuildCommand.subcommand, BenchCommand.subcommand, ImportCommand.subcommand,
        CheckCommand.subcommand, PinCommand.subcommand,
      ],
      shell: { options in await HostCommand.run(options, on: executor) })
  }

  private static func run(_ arguments: [String], _ program: Program) async -> ExitStatus {
    if arguments.first == TrialProcess.word {
      return await TrialCommand.run(Array(arguments.dropFirst()))
    }
    if arguments.first == WorkerServer.word {
      await WorkerServer.run { LibraryContent($0) ?? ForeignContent($0) }
      return .usage
    }
    return await program.run(arguments)
  }

  static let version = "1.0"

  /// Ends the process without running what plugins left behind for its end: their threads may still be at work.
  private static func end(_ status: ExitStatus) -> Never {
    fflush(nil)
    _exit(status.rawValue)
  }
}
