import VVSIHost

/// The SDK, compiled once for a toolchain and kept in the cache.
struct SDKBuild {
  /// The folder with the modules, objects and the C module map.
  let path: String
  /// Names the sources and the compiler that it was made from.
  let hash: String

  var objects: [String] { Self.modules.map { Path.join(path, "\($0).o") } }
  var searchPaths: [String] { [path, Path.join(path, "CVVSI")] }

  /// In the order in which they need each other.
  static let modules = ["VVSIJSON", "VVSI"]

  /// How long compiling it may take.
  static let secondsLimit = 900.0

  /// The SDK's compiled form, compiled now if it is not in the cache.
  static func make(_ request: Request) throws(PluginError) -> SDKBuild {
    let sources = try request.sources()
    let folder = Path.join(request.toolchainFolder, "sdk")
    let build = SDKBuild(path: Path.join(folder, sources.hash), hash: sources.hash)
    if Files.exists(build.path) {
      Files.touch(build.path)
      return build
    }
    try request.guarded { () throws(SystemError) in try Files.makeFolder(folder) }
    let lock = Path.join(folder, ".lock")
    try request.cache.locked(lock, seconds: secondsLimit, cancellation: request.cancellation) {
      () throws(PluginError) in
      guard !Files.exists(build.path) else { return }
      try request.compile(sources, to: build.path)
      request.cache.prune(folder)
    }
    return build
  }

  /// What it is made from, and for whom.
  struct Request {
    let plugin: String
    let toolchain: Toolchain
    let location: SDKLocation
    let cache: BuildCache
    let cancellation: Cancellation
    let log: @Sendable (String) -> Void

    var toolchainFolder: String { Path.join(cache.path, "toolchains/\(toolchain.key)") }
    var moduleCache: String { Path.join(toolchainFolder, "modules") }
  }
}

extension SDKBuild.Request {
  struct Sources {
    var files: [String: [String]] = [:]
    var hash = ""
  }

  func guarded<Result>(_ body: () throws(SystemError) -> Result) throws(PluginError) -> Result {
    do {
      return try body()
    } catch {
      throw .cacheUnusable(cache, for: plugin, error)
    }
  }

  func sources() throws(PluginError) -> Sources {
    var sources = Sources()
    var hash = ContentHash()
    hash.add(toolchain.key)
    hash.add(Self.flags.joined(separator: " "))
    for module in ["CVVSI"] + SDKBuild.modules {
      let folder = Path.join(location.path, module)
      let files = try SourceTree.files(below: folder)
      sources.files[module] = files.map(\.path)
      for file in files {
        hash.add(module + "/" + file.path)
        hash.add(file.content)
      }
    }
    sources.hash = hash.digest()
    return sources
  }

  func compile(_ sources: Sources, to destination: String) throws(PluginError) {
    log("compiling the SDK, once for this compiler")
    let scratch = try guarded { () throws(SystemError) in
      try cache.makeScratch(beside: destination)
    }
    defer { Files.remove(scratch) }
    try copyHeaders(sources, to: scratch)
    for module in SDKBuild.modules {
      try compile(module, sources.files[module] ?? [], in: scratch)
    }
    try guarded { () throws(SystemError) in try cache.publish(scratch, as: destination) }
  }

  private func copyHeaders(_ sources: Sources, to scratch: String) throws(PluginError) {
    try guarded { () throws(SystemError) in
      let folder = Path.join(scratch, "CVVSI")
      try Files.makeFolder(folder)
      for file in sources.files["CVVSI"] ?? [] {
        let content = try Files.read(Path.join(location.path, "CVVSI/\(file)"))
        try Files.write(content, to: Path.join(folder, file))
      }
    }
  }

  private static let flags = [
    "-emit-object", "-emit-module", "-O", "-wmo", "-parse-as-library", "-swift-version", "6",
    "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault",
    "-enable-upcoming-feature", "MemberImportVisibility",
  ]

  private func compile(
    _ module: String, _ files: [String], in scratch: String
  ) throws(PluginError) {
    let command = ChildProcess.Command(
      arguments: [toolchain.compiler] + Self.flags + [
        "-diagnostic-style", "llvm", "-module-cache-path", moduleCache,
        "-module-name", module, "-I", scratch, "-I", Path.join(scratch, "CVVSI"),
        "-emit-module-path", Path.join(scratch, "\(module).swiftmodule"),
        "-o", Path.join(scratch, "\(module).o"),
      ] + files.filter { Path.suffix($0) == "swift" },
      directory: Path.join(location.path, module))
    let outcomes = try guarded { () throws(SystemError) in
      try ChildProcess.run(
        [command], seconds: SDKBuild.secondsLimit, cancellation: cancellation)
    }
    let judge = CompilerVerdict(
      plugin: plugin, folder: Path.join(location.path, module), seconds: SDKBuild.secondsLimit)
    _ = try judge.diagnostics(of: outcomes)
  }
}
