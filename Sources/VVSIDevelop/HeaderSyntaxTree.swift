public import VVSIHost
import VVSIPlugins

/// What clang makes of a header of C.
public struct HeaderSyntaxTree: Sendable {
  private let header: String
  private let flags: [String]

  /// How large a tree may be, in bytes.
  private static let limit = 512 << 20

  /// Names a header and clang's flags for it, such as `-I` with a folder.
  public init(of header: String, flags: [String] = []) {
    self.header = header
    self.flags = flags
  }

  /// The syntax tree as JSON text.
  ///
  /// - Throws: ``PluginError`` if there is no header or no clang, or with clang's diagnostics.
  public func read() async throws(PluginError) -> [UInt8] {
    try await offActor { () throws(PluginError) in try run() }
  }

  private func run() throws(PluginError) -> [UInt8] {
    switch File.kind(of: header) {
    case .file: break
    case nil: throw .missing(path: header, near: near)
    default: throw .unreadable(path: header, reason: "it is no regular file")
    }
    let toolchain = try Toolchain.find(nil, for: header, cache: .standard)
    let clang = [toolchain.tool("clang"), "-x", "c", "-fsyntax-only"] + flags
    let verdict = CompilerVerdict(plugin: header, folder: ".", cache: .standard, seconds: 60)
    // What is wrong with the header is told without the tree, which would stand between.
    _ = try verdict.run([ChildProcess.Command(arguments: clang + [header])], Cancellation())
    let command = ChildProcess.Command(
      arguments: clang + ["-w", "-Xclang", "-ast-dump=json", header], outputLimit: Self.limit)
    let output = try verdict.run([command], Cancellation()).first?.output ?? ""
    return Array(output.utf8)
  }

  /// A header of this name among the system's, or beside the path.
  private var near: [String] {
    let system = Path.join("/usr/include", header)
    return File.kind(of: system) == .file ? [system] : File.near(header)
  }
}
