import VVSIShell

extension ExitStatus {
  /// Writes to standard output what was asked for.
  ///
  /// - Parameter text: Lines, each with its end.
  /// - Returns: What the process is to end with.
  static func answering(_ text: String) -> ExitStatus {
    do throws(OutputClosed) {
      try DescriptorOutput(1).write(text)
      return .success
    } catch {
      return .outputClosed
    }
  }
}
