import VVSIHost

/// The SDK for one compiler: compiled once and kept in the cache.
struct SDK {
  /// Where the compiled form is, or will be.
  let path: String
  /// Names the sources and the compiler.
  let hash: String
  private let context: BuildContext
  private var files: [String: [String]] = [:]

  /// In the order in which they need each other.
  private static let modules = ["VVSIJSON", "VVSI"]

  /// How long compiling a module may take.
  private static let secondsLimit = 600.0

  private static let flags = [
    "-emit-object", "-emit-module", "-O", "-wmo", "-parse-as-library", "-swift-version", "6",
    "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault",
    "-enable-upcoming-feature", "MemberImportVisibility",
    "-diagnostic-style", "llvm", "-avoid-emit-module-source-info",
  ]

  /// Reads the sources.
  init(_ context: BuildContext) throws(PluginError) {
    self.context = context
    var hash = ContentHash()
    hash.add(context.toolchain.key)
    hash.add(Self.flags.joined(separator: " "))
    for module in ["CVVSI"] + Self.modules {
      let sources = try SourceTree.files(below: Path.join(context.location.path, module))
      files[module] = sources.map(\.path)
      for file in sources {
        hash.add(module + "/" + file.path)
        hash.add(file.content)
      }
    }
    self.hash = hash.digest()
    path = Path.join(context.toolchainFolder, "sdk/\(self.hash)")
  }

  /// Where Swift and C find the modules and the header.
  var searchPaths: [String] { [path, headers] }
  /// Where `vvsi.h` is; there without ``compile()``.
  var headers: String { Path.join(context.location.path, "CVVSI") }
  var objects: [String] { Self.modules.map { Path.join(path, "\($0).o") } }

  /// Makes the compiled form, unless it is in the cache.
  func compile() throws(PluginError) {
    if Files.exists(path) { return Files.touch(path) }
    let folder = Path.parent(path) ?? path
    try context.cached { () throws(SystemError) in try Files.makeFolder(folder) }
    try context.cache.locked(
      Path.join(folder, ".lock"), seconds: Self.secondsLimit, cancellation: context.cancellation
    ) { () throws(PluginError) in
      if Files.exists(path) { return }
      context.log("compiling the SDK, once for this compiler")
      let scratch = try context.cached { () throws(SystemError) in
        try context.cache.makeScratch(beside: path)
      }
      defer { Files.remove(scratch) }
      for module in Self.modules { try compile(module, into: scratch) }
      try context.cached { () throws(SystemError) in
        try context.cache.publish(scratch, as: path)
      }
      context.cache.prune(folder)
    }
  }

  private func compile(_ module: String, into scratch: String) throws(PluginError) {
    let folder = Path.join(context.location.path, module)
    let arguments =
      [context.toolchain.compiler] + Self.flags
      + ["-module-cache-path", context.moduleCache, "-module-name", module]
      + ["-I", scratch, "-I", headers]
      + ["-emit-module-path", Path.join(scratch, "\(module).swiftmodule")]
      + ["-o", Path.join(scratch, "\(module).o")]
      + (files[module] ?? []).filter { Path.suffix($0) == "swift" }
    let verdict = CompilerVerdict(
      plugin: context.plugin, folder: folder, seconds: Self.secondsLimit)
    _ = try verdict.run([.init(arguments: arguments, directory: folder)], context.cancellation)
  }
}
