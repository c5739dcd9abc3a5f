/// The commands that the compiler's driver would run for one file, to be run without it.
///
/// The driver takes a third of the time of a small build. It is asked once for each set of flags; its answer, with
/// stand-ins for files and names, is kept in the cache.
struct CompilePlan: Equatable {
  static let source = "vvsi_source.swift"
  static let object = "vvsi_object.o"
  static let library = "vvsi_library"
  static let module = "vvsi_module"

  /// The frontend's call with the stand-ins in it; empty where there is no Swift.
  var compile: [String]
  /// The linker's call, or the C driver's where that one does not say what it would call.
  var link: [String]
  /// Whether `link` is the linker itself.
  var linksDirectly: Bool

  var usesLLD: Bool {
    link.contains { $0.hasSuffix("/ld.lld") || $0 == "-fuse-ld=lld" }
  }

  /// The frontend's call for a job: `primary` are compiled to `objects`, `others` only looked at.
  ///
  /// Without `primary` all files go into one object.
  func compileArguments(
    primary: [String], others: [String], objects: [String], module: String
  ) -> [String] {
    var arguments: [String] = []
    var index = 0
    while index < compile.count {
      switch compile[index] {
      case "-primary-file":
        break
      case Self.source:
        arguments += primary.flatMap { ["-primary-file", $0] } + others
      case Self.module:
        arguments.append(module)
      case "-o":
        arguments += objects.flatMap { ["-o", $0] }
        index += 1
      default:
        arguments.append(compile[index])
      }
      index += 1
    }
    return arguments
  }

  /// The linker's call.
  func linkArguments(objects: [String], options: [String], library: String) -> [String] {
    link.flatMap { argument -> [String] in
      switch argument {
      case Self.object:
        objects + (linksDirectly ? options : options.flatMap { ["-Xlinker", $0] })
      case Self.library: [library]
      default: [argument]
      }
    }
  }
}

extension CompilePlan {
  /// One argument a line; the parts are separated by an empty line.
  var text: String {
    let parts = [[linksDirectly ? "linker" : "driver"], compile, link]
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// Reads what ``text`` gave.
  init?(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var parts: [[String]] = [[]]
    for line in lines {
      if line.isEmpty { parts.append([]) } else { parts[parts.count - 1].append(line) }
    }
    // An empty part leaves two empty lines.
    if parts.count == 4, parts[1].isEmpty { parts.remove(at: 1) }
    guard parts.count == 3, let kind = parts[0].first, !parts[2].isEmpty else { return nil }
    self.init(compile: parts[1], link: parts[2], linksDirectly: kind == "linker")
  }
}
