import VVSIHost

/// The first line of a compiler's message.
enum DiagnosticHeader {
  /// Reads `file:line:column: severity: message`, `tool: severity: message` or `severity[code]: message`.
  static func read(_ line: Substring) -> Diagnostic? {
    for severity in Diagnostic.Severity.allCases {
      guard let (place, message) = split(line, at: severity.rawValue) else { continue }
      var diagnostic = Diagnostic(
        severity: severity, file: "", line: 0, column: 0, message: String(message), source: "")
      if let place = self.place(place) {
        (diagnostic.file, diagnostic.line, diagnostic.column) = place
        return diagnostic
      }
      // Anything else in front is no tool's name.
      return place.contains { " \t\"'(|".contains($0) } ? nil : diagnostic
    }
    return undefinedReference(line)
  }

  /// Reads `file:line:column`, or `file:line`.
  static func place(_ text: Substring) -> (String, Int, Int)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let last = parts.last.flatMap({ Int($0) }), last > 0, parts.count > 1 else { return nil }
    if parts.count > 2, let line = Int(parts[parts.count - 2]) {
      return (parts.dropLast(2).joined(separator: ":"), line, last)
    }
    return (parts.dropLast().joined(separator: ":"), last, 0)
  }

  private static func split(
    _ line: Substring, at word: String
  ) -> (place: Substring, message: Substring)? {
    guard let mark = line.firstRange(of: word) else { return nil }
    var rest = line[mark.upperBound...]
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
      rest = rest[rest.index(after: end)...]
    }
    guard rest.hasPrefix(": ") else { return nil }
    var place = line[..<mark.lowerBound]
    if place.hasSuffix("fatal ") { place = place.dropLast(6) }
    if place.isEmpty { return (place, rest.dropFirst(2)) }
    return place.hasSuffix(": ") ? (place.dropLast(2), rest.dropFirst(2)) : nil
  }

  /// GNU's linkers do not say that it is an error.
  private static func undefinedReference(_ line: Substring) -> Diagnostic? {
    guard let mark = line.firstRange(of: "undefined reference to ") else { return nil }
    let symbol = line[mark.upperBound...].filter { !"`'".contains($0) }
    return Diagnostic(
      severity: .error, file: "", line: 0, column: 0, message: "undefined symbol: \(symbol)",
      source: "")
  }
}
