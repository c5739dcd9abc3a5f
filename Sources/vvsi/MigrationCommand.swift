import VVSIDevelop
import VVSIHost
import VVSIShell

/// `vvsi try-migration …`: how the host runs a plugin's migration apart from itself.
///
/// It is not for people, and in no help.
enum MigrationCommand {
  static func run(_ arguments: [String]) async -> ExitStatus {
    do throws(PluginError) {
      guard try await MigrationProcess.migrate(arguments) else { return .usage }
      do throws(OutputClosed) {
        try DescriptorOutput(1).write(MigrationProcess.done)
        return .success
      } catch {
        return .outputClosed
      }
    } catch {
      return Complaint().tell(error)
    }
  }
}
