import VVSIHost

/// Reads the messages of compilers and linkers: swiftc, clang, gcc, rustc, and what prints like them.
enum DiagnosticParser {
  /// All messages, each once, errors with their notes first; relative files get `folder` in front.
  static func parse(_ outputs: [String], in folder: String) -> [Diagnostic] {
    var groups: [[Diagnostic]] = []
    var seen: Set<String> = []
    for output in outputs {
      for group in self.groups(output, in: folder) where seen.insert("\(group)").inserted {
        groups.append(group)
      }
    }
    return Diagnostic.Severity.allCases.flatMap { severity in
      groups.filter { $0.first?.severity == severity }.joined()
    }
  }

  /// A message and the notes that belong to it, in the order of the text.
  private static func groups(_ output: String, in folder: String) -> [[Diagnostic]] {
    let lines = output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var groups: [[Diagnostic]] = []
    var index = 0
    while index < lines.count {
      defer { index += 1 }
      guard var diagnostic = DiagnosticHeader.read(lines[index]) else { continue }
      let rest = lines[(index + 1)...].prefix(12)
      if diagnostic.line == 0 { findPlace(of: &diagnostic, in: rest) }
      if hasCaret(rest) {
        diagnostic.source = rest.first.map(String.init) ?? ""
        // The source line may look like a message itself.
        index += 2
      } else {
        diagnostic.source = numberedLine(diagnostic.line, in: rest) ?? ""
      }
      diagnostic.file = shown(diagnostic.file, in: folder)
      if diagnostic.severity == .note, !groups.isEmpty {
        groups[groups.count - 1].append(diagnostic)
      } else {
        groups.append([diagnostic])
      }
    }
    return groups
  }

  private static func hasCaret(_ rest: ArraySlice<Substring>) -> Bool {
    guard let marks = rest.dropFirst().first else { return false }
    return marks.contains("^") && marks.allSatisfy { " \t^~".contains($0) }
  }

  /// The text of a line in an excerpt with numbers, such as `12 | let x`.
  private static func numberedLine(_ number: Int, in rest: ArraySlice<Substring>) -> String? {
    for line in rest {
      if DiagnosticHeader.read(line) != nil { return nil }
      let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, Int(parts[0].trimmingBlanks()) == number else { continue }
      return String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1])
    }
    return nil
  }

  /// Linkers and rustc name the place on a line of its own.
  private static func findPlace(of diagnostic: inout Diagnostic, in rest: ArraySlice<Substring>) {
    for line in rest.prefix(3) {
      let line = line.trimmingBlanks()
      if line.hasPrefix("--> "), let place = DiagnosticHeader.place(line.dropFirst(4)) {
        (diagnostic.file, diagnostic.line, diagnostic.column) = place
        return
      }
      guard line.hasPrefix(">>> "), let end = line.firstRange(of: ".o:(") else { continue }
      let name = line[..<end.lowerBound].split(separator: "/").last ?? ""
      diagnostic.file = ObjectName.source(of: name + ".o")
      return
    }
  }

  /// The path as the user would write it; what is no file, such as a module's declaration, is left alone.
  private static func shown(_ file: String, in folder: String) -> String {
    let path = Path.join(folder, file)
    return file.isEmpty || !Files.exists(path) ? file : path
  }
}

extension Substring {
  func trimmingBlanks() -> Substring {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}

/// Object files are named after their sources, so that a linker's messages name them.
enum ObjectName {
  static func object(of source: String) -> String {
    source.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "%2F") + ".o"
  }

  static func source(of object: String) -> String {
    var rest = object.dropLast(2)
    var path = ""
    while let mark = rest.firstRange(of: "%2F") {
      path += rest[..<mark.lowerBound] + "/"
      rest = rest[mark.upperBound...]
    }
    return path + rest
  }
}
