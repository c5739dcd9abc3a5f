import VVSIHost

/// What a compiler said, with the line of source and a caret below the place.
enum DiagnosticText {
  private static let tab = "    "

  /// All messages, the gravest first; those of equal weight stay in order.
  static func text(_ diagnostics: [Diagnostic], style: Style) -> String {
    let order = Diagnostic.Severity.allCases
    return order.flatMap { severity in diagnostics.filter { $0.severity == severity } }
      .map { text($0, style: style) }.joined()
  }

  private static func text(_ diagnostic: Diagnostic, style: Style) -> String {
    let place = Printable.escape(Wording.location(diagnostic))
    let severity = coloured(diagnostic.severity, style)
    let message = Printable.escape(diagnostic.message)
    let head = place.isEmpty ? "" : style.bold(place + ":") + " "
    return "\(head)\(severity): \(message)\n" + source(diagnostic, style: style)
  }

  private static func coloured(_ severity: Diagnostic.Severity, _ style: Style) -> String {
    switch severity {
    case .error: style.alarm(severity.rawValue)
    case .warning: style.caution(severity.rawValue)
    case .note, .remark: style.cyan(severity.rawValue)
    }
  }

  private static func source(_ diagnostic: Diagnostic, style: Style) -> String {
    guard !diagnostic.source.isEmpty else { return "" }
    let line = shown(diagnostic.source)
    guard diagnostic.column > 0 else { return "  \(line)\n" }
    let before = diagnostic.source.utf8.prefix(diagnostic.column - 1)
    let width = shown(String(decoding: before, as: UTF8.self)).count
    return "  \(line)\n  \(String(repeating: " ", count: width))\(style.green("^"))\n"
  }

  private static func shown(_ source: String) -> String {
    let expanded = source.split(separator: "\t", omittingEmptySubsequences: false)
      .joined(separator: tab)
    return Printable.escape(expanded)
  }
}
