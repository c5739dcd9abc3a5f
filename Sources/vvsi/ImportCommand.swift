import VVSIDevelop
import VVSIForeign
import VVSIHost
import VVSIPlugins
import VVSIShell

/// `vvsi import HEADER`: drafts the manifest of a library from its header.
enum ImportCommand {
  static let usage =
    "HEADER --library NAME [--feature ID] [--functions PREFIX …] [-I FOLDER] [-D NAME] [-o FILE]"

  static let subcommand = Subcommand(
    name: "import", usage: usage, summary: "draft the manifest of a C library from its header",
    run: run)

  private static func run(_ arguments: [String]) async -> ExitStatus {
    let complaint = Complaint()
    guard let request = Request(arguments) else {
      return complaint.tell(
        usage: "vvsi import \(usage)", found: "vvsi import \(arguments.joined(separator: " "))")
    }
    if let id = request.header.feature, !FeatureDescription.isValid(id: id) {
      return complaint.tell(
        usage: "--feature with a lower-case letter, then letters, digits, - and _; at most 64",
        found: id)
    }
    do throws(PluginError) {
      let tree = try await HeaderSyntaxTree(of: request.header.header, flags: request.flags).read()
      return try show(try await HeaderImport(request.header).draft(tree), request, complaint)
    } catch {
      if case .nothingToImport(_, _, let remarks) = error { remarks.forEach(complaint.note) }
      return complaint.tell(error)
    }
  }

  private static func show(
    _ outcome: HeaderImport.Outcome, _ request: Request, _ complaint: Complaint
  ) throws(PluginError) -> ExitStatus {
    if let file = request.output {
      try File.write(outcome.manifest, to: file, mode: 0o644)
    } else {
      do throws(OutputClosed) {
        try DescriptorOutput(1).write(String(decoding: outcome.manifest, as: UTF8.self))
      } catch {
        return .outputClosed
      }
    }
    outcome.remarks.forEach(complaint.note)
    complaint.note(
      "\(request.header.header): \(outcome.taken) functions taken, \(outcome.leftOut) left out")
    return .success
  }
}

extension ImportCommand {
  /// What the arguments ask for.
  struct Request {
    var header = HeaderImport.Request()
    var flags: [String] = []
    var output: String?

    /// Nil if the arguments are none of ``ImportCommand/usage``.
    init?(_ arguments: [String]) {
      var rest = arguments[...]
      while let argument = rest.popFirst() {
        if argument == "--functions" {
          while let prefix = rest.first, !prefix.hasPrefix("-") {
            header.prefixes.append(prefix)
            rest.removeFirst()
          }
          guard !header.prefixes.isEmpty else { return nil }
          continue
        }
        guard take(argument, &rest) else { return nil }
      }
      guard !header.header.isEmpty, !header.library.isEmpty else { return nil }
    }

    private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) -> Bool {
      switch argument {
      case "--library", "--feature", "-o":
        guard let value = rest.popFirst(), !value.isEmpty else { return false }
        if argument == "--library" { header.library = value }
        if argument == "--feature" { header.feature = value }
        if argument == "-o" { output = value }
      case "-I", "-D":
        guard let value = rest.popFirst() else { return false }
        flags.append(argument + value)
      case _ where argument.hasPrefix("-I") || argument.hasPrefix("-D"): flags.append(argument)
      default:
        guard !argument.hasPrefix("-"), header.header.isEmpty else { return false }
        header.header = argument
      }
      return true
    }
  }
}
