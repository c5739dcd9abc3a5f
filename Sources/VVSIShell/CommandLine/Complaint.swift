public import VVSIHost

/// How a subcommand tells what went wrong: the same wording as in the shell, on standard error.
public struct Complaint: Sendable {
  private let errors: DescriptorOutput
  private let style: Style

  /// Makes one for the process's standard error.
  public init() {
    errors = DescriptorOutput(2)
    style = Style(isOn: Environment.allowsColour && errors.isTerminal)
  }

  /// Says why a plugin could not be built, loaded or run.
  public func tell(_ error: PluginError) -> ExitStatus {
    if case .buildFailed(_, let diagnostics) = error { tell(diagnostics) }
    write("error[\(error.code)]: \(Printable.escape(Wording.message(error)))\n")
    return .pluginFailed
  }

  /// Says why an action was refused.
  public func tell(_ rejection: Rejection, of feature: String) -> ExitStatus {
    let message = Wording.message(rejection, feature: feature)
    write("error[\(rejection.code)]: \(Printable.escape(message))\n")
    return .actionFailed
  }

  /// Says how a subcommand is to be called.
  public func tell(usage: String, found: String) -> ExitStatus {
    write("error[usage]: expected \(usage), found \(Printable.escape(found))\n")
    return .usage
  }

  /// Shows what a compiler said.
  public func tell(_ diagnostics: [Diagnostic]) {
    write(DiagnosticText.text(diagnostics, style: style))
  }

  /// Shows a line about what goes on.
  public func note(_ line: String) {
    write(Printable.escape(line) + "\n")
  }

  private func write(_ text: String) {
    // Nobody is left to be told that standard error is closed.
    try? errors.write(text)
  }
}
