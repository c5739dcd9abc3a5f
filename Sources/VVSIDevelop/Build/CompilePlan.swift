import VVSIHost

/// The commands that the compiler's driver would run for one file, to be run without it.
///
/// The driver takes a third of the time of a small build. It is asked once for each set of flags; its answer, with
/// stand-ins for files and names, is kept in the cache.
struct CompilePlan: Equatable {
  static let source = "vvsi_source.swift"
  static let object = "vvsi_object.o"
  static let library = "vvsi_library"
  static let module = "vvsi_module"

  /// The frontend's call with the stand-ins in it.
  var compile: [String]
  /// The linker's call, or the C driver's where that one does not say what it would call.
  var link: [String]
  /// Whether `link` is the linker itself.
  var linksDirectly: Bool

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
  /// One argument a line; the calls are separated by an empty line.
  var text: String {
    ([linksDirectly ? "linker" : "driver", ""] + compile + [""] + link).joined(separator: "\n")
  }

  init?(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let parts = lines.split(separator: "", omittingEmptySubsequences: false)
    guard parts.count == 3, let kind = parts[0].first else { return nil }
    self.init(
      compile: Array(parts[1]), link: Array(parts[2]), linksDirectly: kind == "linker")
  }
}
