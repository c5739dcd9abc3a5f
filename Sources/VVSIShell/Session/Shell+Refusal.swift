public import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What parts of the program that run without a shell have to tell: one line on standard error.
extension Shell {
  /// Tells why something about a plugin did not work, with what the compiler said.
  public static func refuse(_ error: PluginError) -> ExitStatus {
    if case .buildFailed(_, let diagnostics) = error { show(diagnostics) }
    say(error.code, Wording.message(error))
    return .pluginFailed
  }

  /// Tells that a part of the program was called in a way that it does not know.
  public static func refuseUsage(
    _ part: String, expected: String, found arguments: [String]
  ) -> ExitStatus {
    let found = arguments.isEmpty ? "nothing" : "'\(arguments.joined(separator: " "))'"
    say("usage", "expected \(expected) after '\(part)', found \(found); vvsi --help")
    return .usage
  }

  /// Shows what a compiler said.
  public static func show(_ diagnostics: [Diagnostic]) {
    write(DiagnosticText.text(diagnostics, style: style))
  }

  private static func say(_ code: String, _ message: String) {
    let renderer = Renderer(style: style, errorStyle: style)
    write(renderer.error(code, message).text)
  }

  private static func write(_ text: String) {
    guard !text.isEmpty else { return }
    try? DescriptorOutput(STDERR_FILENO).write(text)
  }

  private static var style: Style {
    Style(isOn: Environment.allowsColour && DescriptorOutput(STDERR_FILENO).isTerminal)
  }
}
