import VVSIHost

/// Reads the messages of compilers and linkers.
enum DiagnosticParser {
  /// All messages, each once, errors with their notes first; relative files get `folder` in front.
  static func parse(_ outputs: [String], in folder: String) -> [Diagnostic] {
    var groups: [[Diagnostic]] = []
    for output in outputs {
      for group in self.groups(output, in: folder) where !groups.contains(group) {
        groups.append(group)
      }
    }
    let ranked = Diagnostic.Severity.allCases.map { severity in
      groups.filter { $0.first?.severity == severity }
    }
    return ranked.flatMap { $0 }.flatMap { $0 }
  }

  /// A message and the notes that belong to it, in the order of the text.
  private static func groups(_ output: String, in folder: String) -> [[Diagnostic]] {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    var groups: [[Diagnostic]] = []
    for (index, line) in lines.enumerated() {
      guard var diagnostic = header(line) else { continue }
      if diagnostic.line > 0, index + 1 < lines.count, header(lines[index + 1]) == nil {
        diagnostic.source = String(lines[index + 1])
      }
      if !diagnostic.file.isEmpty { diagnostic.file = Path.join(folder, diagnostic.file) }
      if diagnostic.severity == .note, !groups.isEmpty {
        groups[groups.count - 1].append(diagnostic)
      } else {
        groups.append([diagnostic])
      }
    }
    return groups
  }

  /// Reads `file:line:column: severity: message` or `tool: severity: message`.
  private static func header(_ line: Substring) -> Diagnostic? {
    for severity in Diagnostic.Severity.allCases {
      guard let mark = line.firstRange(of: "\(severity.rawValue): ") else { continue }
      let place = line[..<mark.lowerBound]
      guard place.isEmpty || place.hasSuffix(": ") else { continue }
      let parts = place.dropLast(2).split(separator: ":", omittingEmptySubsequences: false)
      var diagnostic = Diagnostic(
        severity: severity, file: "", line: 0, column: 0,
        message: String(line[mark.upperBound...]), source: "")
      if parts.count >= 3, let row = Int(parts[parts.count - 2]),
        let column = Int(parts[parts.count - 1])
      {
        diagnostic.file = parts.dropLast(2).joined(separator: ":")
        diagnostic.line = row
        diagnostic.column = column
      }
      return diagnostic
    }
    return nil
  }
}
