import VVSIHost

/// The SDK for one compiler: compiled once and kept in the cache.
struct SDK {
  /// Where the compiled form is, or will be.
  let path: String
  /// Names the sources and the compiler.
  let hash: String
  private let context: BuildContext

  /// In the order in which they need each other.
  private static let modules = ["VVSIJSON", "VVSI"]
  private static let allModules = ["CVVSI"] + modules

  /// How long compiling a module may take.
  private static let secondsLimit = 600.0

  // For speed: plugins get the generic code made for their own types, for which imports may not be internal; and accesses
  // that a lock keeps apart are not watched over by the runtime a second time.
  private static let flags = [
    "-emit-object", "-emit-module", "-O", "-wmo", "-cross-module-optimization", "-parse-as-library",
    "-swift-version", "6",
    "-enable-upcoming-feature", "ExistentialAny",
    "-enforce-exclusivity=unchecked",
    "-enable-upcoming-feature", "MemberImportVisibility",
    "-diagnostic-style", "llvm", "-avoid-emit-module-source-info",
  ]

  /// Names the SDK as it was seen when the build began.
  init(_ context: BuildContext) {
    self.context = context
    hash = context.ground.sdk
    path = Path.join(context.toolchainFolder, "sdk/\(hash)")
  }

  /// Names the content; the sources are not read again for as long as none of them was written.
  static func hash(
    _ location: SDKLocation, _ toolchain: Toolchain, in folder: String, _ cache: BuildCache
  ) throws(PluginError) -> String {
    let memo = memo(location, in: folder)
    if let memo, let known = try? Files.read(memo), !known.isEmpty {
      return String(decoding: known, as: UTF8.self)
    }
    var hash = ContentHash()
    hash.add(toolchain.key)
    hash.add(flags.joined(separator: " "))
    for module in allModules {
      let folder = Path.join(location.path, module)
      for file in try SourceTree.files(below: folder) {
        hash.add(module + "/" + file.path)
        hash.add(file.content)
      }
    }
    let digest = hash.digest()
    // The memo only saves time; a full disk shows when something is built.
    if let memo { try? cache.store(Array(digest.utf8), at: memo) }
    return digest
  }

  /// Where the hash is remembered for the sources as they are; nil where stamps do not tell.
  private static func memo(_ location: SDKLocation, in folder: String) -> String? {
    let folders = allModules.map { Path.join(location.path, $0) }
    guard let stamp = TreeStamp(of: folders) else { return nil }
    var hash = ContentHash()
    for part in [location.path, flags.joined(separator: " "), stamp.text] { hash.add(part) }
    return Path.join(folder, "sources/\(hash.digest())")
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
    let files = try SourceTree.files(below: folder, onlyPaths: true).map(\.path)
    let arguments =
      [context.toolchain.compiler] + Self.flags
      + ["-module-cache-path", context.moduleCache, "-module-name", module]
      + ["-I", scratch, "-I", headers]
      + ["-emit-module-path", Path.join(scratch, "\(module).swiftmodule")]
      + ["-o", Path.join(scratch, "\(module).o")]
      + files.filter { Path.suffix($0) == "swift" }
    let verdict = CompilerVerdict(
      plugin: context.plugin, folder: folder, cache: context.cache, seconds: Self.secondsLimit)
    _ = try verdict.run([.init(arguments: arguments, directory: folder)], context.cancellation)
  }
}
