import VVSIDevelop
import VVSIShell

/// `vvsi try-plugin …`: how the host tries a plugin apart from itself.
///
/// It is not for people, and in no help.
enum TrialCommand {
  static func run(_ arguments: [String]) async -> ExitStatus {
    await TrialProcess.perform(arguments) ? .success : .usage
  }
}
