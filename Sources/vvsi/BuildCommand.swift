import VVSIDevelop
import VVSIHost
import VVSIShell

/// `vvsi build FOLDER`: builds a plugin and prints the library's path.
enum BuildCommand {
  static let subcommand = Subcommand(
    name: "build", usage: "[-O] FOLDER", summary: "build a plugin folder, print the library's path",
    run: run)

  private static func run(_ arguments: [String]) async -> ExitStatus {
    let complaint = Complaint()
    let folders = arguments.filter { $0 != "-O" }
    guard let folder = folders.first, folders.count == 1, !folder.hasPrefix("-") else {
      return complaint.tell(
        usage: "vvsi build [-O] FOLDER", found: "vvsi build \(arguments.joined(separator: " "))")
    }
    let options = BuildOptions(optimise: arguments.contains("-O"))
    do throws(PluginError) {
      let build = try await BuildDriver(log: complaint.note).build(folder, options)
      complaint.tell(build.diagnostics)
      return show(build.library)
    } catch {
      return complaint.tell(error)
    }
  }

  private static func show(_ line: String) -> ExitStatus {
    do throws(OutputClosed) {
      try DescriptorOutput(1).write(line + "\n")
      return .success
    } catch {
      return .outputClosed
    }
  }
}
