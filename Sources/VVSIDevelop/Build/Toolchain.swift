import VVSIHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A Swift compiler on this machine.
struct Toolchain: Sendable, Equatable {
  /// The compiler driver.
  let compiler: String
  /// What the driver says of itself.
  let version: String

  /// Names everything that the compiler made.
  var key: String {
    var hash = ContentHash()
    hash.add(compiler)
    hash.add(version)
    return String(hash.digest().prefix(16))
  }

  /// A tool beside the compiler, or else from `PATH`.
  func tool(_ name: String) -> String {
    let sibling = Path.join(Path.parent(compiler) ?? "/", name)
    return Files.isExecutable(sibling) ? sibling : name
  }

  /// The compiler given, or the one that `VVSI_SWIFTC` names, or the first `swiftc` in `PATH`.
  ///
  /// - Throws: ``PluginError/buildImpossible(plugin:reason:remedy:)`` if there is none or it does not run.
  static func find(
    _ given: String?, for plugin: String, cache: BuildCache
  ) throws(PluginError) -> Toolchain {
    let named = given ?? getenv("VVSI_SWIFTC").map { String(cString: $0) }
    guard let found = named ?? inPath(), Files.isExecutable(found) else {
      throw .buildImpossible(
        plugin: plugin, reason: "there is no Swift compiler at \(named ?? "any place in PATH")",
        remedy: "install Swift (https://swift.org/install), or name its swiftc in VVSI_SWIFTC")
    }
    // The driver looks for its frontend beside itself, not beside the link that names it.
    let compiler = (try? Files.resolve(found)).map {
      Path.join(Path.parent($0) ?? "/", "swiftc")
    }
    let path = compiler.flatMap { Files.isExecutable($0) ? $0 : nil } ?? found
    return Toolchain(compiler: path, version: try version(of: path, for: plugin, cache: cache))
  }

  private static func inPath() -> String? {
    let search = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
    return search.split(separator: ":").lazy.map { Path.join(String($0), "swiftc") }
      .first { Files.isExecutable($0) }
  }

  /// Asks the compiler once for as long as its files stay the same.
  private static func version(
    of compiler: String, for plugin: String, cache: BuildCache
  ) throws(PluginError) -> String {
    let memo = memo(of: compiler, cache: cache)
    if let memo, let known = try? Files.read(memo), !known.isEmpty {
      return String(decoding: known, as: UTF8.self)
    }
    let asked = ChildProcess.Command(arguments: [compiler, "--version"])
    let outcomes = try? ChildProcess.run([asked], seconds: 30, cancellation: Cancellation())
    guard let outcome = outcomes?.first, outcome.succeeded, !outcome.output.isEmpty else {
      throw .buildImpossible(
        plugin: plugin, reason: "the compiler does not run: \(compiler)",
        remedy: "try \(compiler) --version")
    }
    if let memo {
      try? cache.store(Array(outcome.output.utf8), at: memo)
    }
    return outcome.output
  }

  /// Where the version is remembered; nil where the compiler's files do not tell whether it changed.
  private static func memo(of compiler: String, cache: BuildCache) -> String? {
    let frontend = Path.join(Path.parent(compiler) ?? "/", "swift-frontend")
    guard let driver = try? Files.status(compiler), let status = try? Files.status(frontend) else {
      return nil
    }
    var hash = ContentHash()
    for part in [compiler, driver.stamp, status.stamp] { hash.add(part) }
    return Path.join(cache.path, "compilers/\(hash.digest())")
  }
}
