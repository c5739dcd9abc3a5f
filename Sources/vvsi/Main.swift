import VVSIDevelop
import VVSIForeign
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
    StandardOutput.fillGaps()
    if CommandLine.arguments.dropFirst() == [EchoPeer.word] { EchoPeer.run() }
    let arguments = Array(CommandLine.arguments.dropFirst())
    Task.detached {
      if arguments.first == TrialProcess.word {
        end(await TrialCommand.run(Array(arguments.dropFirst())))
      }
      if arguments.first == WorkerServer.word {
        await WorkerServer.run { LibraryContent($0) ?? ForeignContent($0) }
        end(.usage)
      }
      let program = Program(
        version: version,
        subcommands: [
          BuildCommand.subcommand, BenchCommand.subcommand, ImportCommand.subcommand,
          CheckCommand.subcommand, PinCommand.subcommand,
        ],
        shell: HostCommand.run)
      end(await program.run(arguments))
    }
    MainLoop.run()
  }

  static let version = "1.0"

  /// Ends the process without running what plugins left behind for its end: their threads may still be at work.
  private static func end(_ status: ExitStatus) -> Never {
    fflush(nil)
    _exit(status.rawValue)
  }
}
