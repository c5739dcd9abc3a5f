/// The command line of `vvsi`: which of its parts runs, and what is said of how to call it.
public struct Program: Sendable {
  private let version: String
  private let subcommands: [Subcommand]
  private let shell: @Sendable (Options) async -> ExitStatus

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - version: What `--version` says.
  ///   - subcommands: What else than the shell there is.
  ///   - shell: Runs the shell.
  public init(
    version: String, subcommands: [Subcommand] = [],
    shell: @escaping @Sendable (Options) async -> ExitStatus
  ) {
    self.version = version
    self.subcommands = subcommands
    self.shell = shell
  }

  /// Whether the arguments, without the program's own name, ask for the shell.
  public func runsShell(_ arguments: [String]) -> Bool {
    guard case .shell? = try? Invocation(arguments, subcommands: subcommands.map(\.name)) else {
      return false
    }
    return true
  }

  /// Does what the arguments, without the program's own name, ask for.
  ///
  /// What is wrong with them goes to `errors`, in one line.
  public func run(
    _ arguments: [String], output: any Output = DescriptorOutput(1),
    errors: any Output = DescriptorOutput(2)
  ) async -> ExitStatus {
    do throws(UsageError) {
      switch try Invocation(arguments, subcommands: subcommands.map(\.name)) {
      case .shell(let options): return await shell(options)
      case .subcommand(let name, let rest):
        return await subcommands.first { $0.name == name }?.run(rest) ?? .usage
      case .help: return show(Usage.text(subcommands), on: output)
      case .version: return show("vvsi \(version)\n", on: output)
      }
    } catch {
      return fail(error, on: errors)
    }
  }

  private func show(_ text: String, on output: any Output) -> ExitStatus {
    do throws(OutputClosed) {
      try output.write(text)
      return .success
    } catch {
      return .outputClosed
    }
  }

  private func fail(_ error: UsageError, on errors: any Output) -> ExitStatus {
    let message = Printable.escape(Wording.message(error))
    _ = show("error[usage]: \(message); vvsi --help\n", on: errors)
    return .usage
  }
}
